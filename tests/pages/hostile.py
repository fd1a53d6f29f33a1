"""Texts that want to be more than text: what somebody could put into a system's output, a label or a file's name.

Every piece of markup carries ``data-hostile`` and every script calls ``hostile()`` or sets ``window.hostile``, so that
one look at the page tells whether any of them became more than text (``executed``).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

_RUN = "window.hostile=1"
MARKUP = (
    f"<script data-hostile>{_RUN}</script>",
    f"</script><script data-hostile>{_RUN}</script>",
    f"<!--<script data-hostile>{_RUN}</script>",
    f"--><script data-hostile>{_RUN}</script><!--",
    f"<!-- --!><script data-hostile>{_RUN}</script>",
    f"]]><script data-hostile>{_RUN}</script><![CDATA[",
    f"</title></style></textarea></template></noscript><script data-hostile>{_RUN}</script>",
    f"<scr<script data-hostile>ipt>{_RUN}</scr</script>ipt>",
    f"<img data-hostile src=x onerror={_RUN}>",
    f'"><img data-hostile src=x onerror="{_RUN}">',
    f"'><img data-hostile src=x onerror='{_RUN}'>",
    f"<svg data-hostile onload={_RUN}>",
    f"<svg data-hostile><script>{_RUN}</script></svg>",
    f"<svg data-hostile><animate onbegin={_RUN} attributeName=x dur=1s></svg>",
    "<svg data-hostile><foreignObject><iframe srcdoc='<script>top.hostile=1</script>'></foreignObject></svg>",
    f"</svg><math data-hostile><mtext><style><img src=x onerror={_RUN}></style></mtext></math>",
    "<iframe data-hostile src='javascript:top.hostile=1'></iframe>",
    "<iframe data-hostile srcdoc='<script>top.hostile=1</script>'></iframe>",
    f"<details data-hostile open ontoggle={_RUN}>",
    f"<input data-hostile autofocus onfocus={_RUN}>",
    f"<a data-hostile href='javascript:{_RUN}'>a</a>",
    "<style data-hostile>* { display: none !important } body { --hostile: 1 }</style>",
    "</style><style data-hostile>body { --hostile: 1; background: url(http://hostile.example/css) }</style>",
    "<link data-hostile rel=stylesheet href=http://hostile.example/css>",
    "<img data-hostile src=http://hostile.example/img>",
    "<base data-hostile href=http://hostile.example/>",
    "<meta data-hostile http-equiv=refresh content='0;url=http://hostile.example/'>",
    "<form data-hostile action=http://hostile.example/><button>go</button></form>",
    "<object data-hostile data=http://hostile.example/></object>",
    "<marquee data-hostile>round and round</marquee>",
    "<h1 data-hostile>",
    "</td></tr></table></main></body></html><b data-hostile>",
    "<plaintext data-hostile>",
)
SYNTAX = (
    f'" onmouseover="{_RUN}" data-hostile="',
    f"' onmouseover='{_RUN}' data-hostile='",
    f"` onmouseover=`{_RUN}",
    f"javascript:{_RUN}",
    f"';{_RUN}//",
    f'";{_RUN}//',
    f"\\';{_RUN}//",
    f"`${{{_RUN}}}`",
    f"{{{{constructor.constructor('{_RUN}')()}}}}",
    "{{7*7}} ${7*7} #{7*7} <%= 7*7 %> {% raw %} @(7*7)",
    "}} body { --hostile: 1 } /*",
    "*/ @import url(http://hostile.example/css); /*",
    "url(http://hostile.example/css)",
    "&lt;b data-hostile&gt; &#60;b data-hostile&#62; &amp;amp; &nbsp; &notit;",
    "\\u003cscript\\u003e \\x3cscript\\x3e \\074script\\076",
    "%3Cscript%3E %00 %s %n {0} {name}",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    '=HYPERLINK("http://hostile.example/")',
    "\\textbf{x} $x$ \\input{/etc/passwd} %",
    "| a | b |",
)
SIGNS = (
    "\u202eright to left\u202c",
    "\u202dforced\u202c \u2066isolated\u2069 \u200fmark\u200e",
    "\u2067never closed",
    "a\x00b",
    "\x01\x02\x07\x1b[31mred\x1b[0m\x7f",
    "\x80\x9f",
    "\ufeffmark in front",
    "\ufffe\uffff\U0001fffe",
    "z\u0335a\u0336l\u0337g\u0338o" + "\u0301" * 40,
    "👩‍👩‍👧‍👦🏳️‍🌈",
    "\u200b\u200c\u200d\u2060",
    "W" * 3000,
    "<" * 500,
)
LONE = ("\ud800", "a\udc00b", "\udfff\ud83d", "<b data-hostile>\ud8ff")


def texts(count: int, *, seed: int = 1, lone_surrogates: bool = True) -> list[str]:
    """So many different texts, each of one to three of the above among harmless words; no line breaks in them."""
    pick = random.Random(seed)
    pieces = [*MARKUP, *SYNTAX, *SIGNS, *(LONE if lone_surrogates else ())]
    made = []
    for number in range(count):
        # All are there as often as the others; only what stands beside them is left to chance.
        words = [pieces[number % len(pieces)], *pick.choices(pieces, k=pick.randrange(3)), "harmless", f"text {number}"]
        pick.shuffle(words)
        made.append(" ".join(words))
    return made


def executed(page: Page) -> list[str]:
    """Whatever of these texts did something: an empty list, if the page is right."""
    found: list[str] = page.evaluate(
        """() => {
          const found = [];
          if (window.hostile !== undefined) found.push("a script ran");
          for (const at of document.querySelectorAll("[data-hostile], [onmouseover], [onerror], [onload], marquee"))
            found.push(`an element was made: ${at.outerHTML.slice(0, 80)}`);
          if (getComputedStyle(document.body).getPropertyValue("--hostile")) found.push("a style was applied");
          if (Object.prototype.hostile !== undefined) found.push("a prototype was changed");
          return found;
        }"""
    )
    return found
