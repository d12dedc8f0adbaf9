"""Packs the extension for Visual Studio Code: a `.vsix` is a ZIP with two files that describe what is in it."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_LICENCE = Path(__file__).parents[2] / "LICENSE"
#: Two packages of the same files are the same.
_ALWAYS = (1980, 1, 1, 0, 0, 0)
_TYPES = {".json": "application/json", ".js": "application/javascript", ".md": "text/markdown", ".txt": "text/plain",
          ".vsixmanifest": "text/xml"}  # fmt: skip


def packed(folder: Path) -> tuple[str, bytes]:
    """The name of the package, and the package."""
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    held = {f"extension/{path.name}": path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}
    held["extension/LICENSE.txt"] = _LICENCE.read_text(encoding="utf-8")
    kinds = "".join(f'<Default Extension="{end}" ContentType="{kind}"/>' for end, kind in _TYPES.items())
    held["[Content_Types].xml"] = (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{kinds}</Types>\n'
    )
    held["extension.vsixmanifest"] = _manifest(about)
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as package:
        for name, text in held.items():
            package.writestr(ZipInfo(name, _ALWAYS), text, ZIP_DEFLATED)
    return f"{about['name']}-{about['version']}.vsix", data.getvalue()


def _manifest(about: dict[str, Any]) -> str:
    identity = " ".join(
        f"{name}={quoteattr(value)}"
        for name, value in {"Language": "en-US", "Id": about["name"], "Version": about["version"],
                            "Publisher": about["publisher"]}.items()
    )  # fmt: skip
    engine = quoteattr(about["engines"]["vscode"])
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity {identity}/>
    <DisplayName>{escape(about["displayName"])}</DisplayName>
    <Description xml:space="preserve">{escape(about["description"])}</Description>
    <Categories>Programming Languages</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
