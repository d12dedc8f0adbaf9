"""Student's t against closed forms, and against scipy where that is there."""

from math import atan, pi, sqrt
from statistics import stdev

import pytest

from interpreter.simulation.statistics.student import quantile, standard_error, two_sided

PLACES = (0.0, 0.01, 0.5, 1.0, 2.0, 3.5, 8.0, 30.0)


@pytest.mark.parametrize("t", PLACES)
def test_one_and_two_degrees_as_the_closed_forms_have_them(t: float) -> None:
    assert two_sided(t, 1) == pytest.approx(1 - 2 / pi * atan(t), rel=1e-12)
    assert two_sided(-t, 2) == pytest.approx(1 - t / sqrt(2 + t * t), rel=1e-12, abs=1e-15)


def test_as_scipy_has_it() -> None:
    stats = pytest.importorskip("scipy.stats")
    for degrees in (1, 3, 9, 30, 199, 3999, 99_999):
        for t in PLACES:
            assert two_sided(t, degrees) == pytest.approx(2 * stats.t.sf(t, degrees), rel=1e-8, abs=1e-250)
        for confidence in (0.5, 0.95, 0.9995):
            assert quantile(confidence, degrees) == pytest.approx(stats.t.ppf((1 + confidence) / 2, degrees), rel=1e-9)


# Printed tables: degrees of freedom, confidence, value.
@pytest.mark.parametrize(
    ("degrees", "confidence", "value"),
    [(1, 0.95, 12.706), (5, 0.95, 2.571), (10, 0.99, 3.169), (30, 0.95, 2.042), (120, 0.95, 1.980)],
)
def test_quantiles_as_printed(degrees: int, confidence: float, value: float) -> None:
    assert quantile(confidence, degrees) == pytest.approx(value, abs=0.0005)


def test_the_standard_error_is_that_of_the_numbers() -> None:
    numbers = [3, -1, 4, 1, 5]
    found = standard_error(5, sum(numbers), sum(number * number for number in numbers))
    assert found == pytest.approx(stdev(numbers) / sqrt(5))


@pytest.mark.parametrize("confidence", [0.0, 1.0])
def test_a_confidence_lies_between_0_and_1(confidence: float) -> None:
    with pytest.raises(ValueError, match="a confidence lies between"):
        quantile(confidence, 5)


def test_there_is_no_t_without_degrees() -> None:
    with pytest.raises(ValueError, match="at least one degree"):
        two_sided(1.0, 0)
