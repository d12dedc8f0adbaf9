import sys, time
from dsl.source import Source
from dsl.syntax.parse import parse
for f in sys.argv[1:]:
    t=time.time()
    try:
        parse(Source(f, open(f).read())); print("ok", f, round(time.time()-t,3))
    except Exception as e:
        print("FAIL", f, type(e).__name__, str(e)[:500])
