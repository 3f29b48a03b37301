package io.azureccm.common.core.html;

/** The style of all pages. Text colours have a contrast of at least 4.5 to their background, in both themes. */
final class HtmlStyle {
    static final String TEXT = """

            :root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--soft:#f3f5f7;--line:#8a929c;--quiet:#515962;\
            --link:#0b57a4;--good:#136a2b;--bad:#a81420;--wait:#7a4a00}
            @media (prefers-color-scheme:dark){:root{--back:#14181d;--text:#e7eaee;--soft:#20262d;--line:#69727d;\
            --quiet:#adb5be;--link:#7fbaff;--good:#6fd28b;--bad:#ff9a9a;--wait:#f0bd66}}
            body{font-family:system-ui,sans-serif;line-height:1.45;margin:1.5rem auto;padding:0 1rem;max-width:80rem;\
            background:var(--back);color:var(--text)}
            a{color:var(--link)}
            a:focus-visible,input:focus-visible,button:focus-visible,select:focus-visible{outline:3px solid var(--link);outline-offset:2px}
            nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;list-style:none;margin:0 0 1rem;padding:0 0 .6rem;\
            border-bottom:1px solid var(--line)}
            h1{font-size:1.5rem;margin:.5rem 0;overflow-wrap:anywhere}
            h2{font-size:1.15rem;margin:1.4rem 0 .4rem}
            h2::first-letter{text-transform:uppercase}
            p,li{overflow-wrap:anywhere}
            .wide{overflow-x:auto}
            table{border-collapse:collapse;width:100%}
            caption{text-align:left;color:var(--quiet);padding:.2rem 0}
            th,td{border-bottom:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top;\
            overflow-wrap:anywhere}
            thead th{background:var(--soft);white-space:nowrap}
            tbody th{font-weight:600;min-width:11rem}
            td.at,td.FAILED,td.REFUSED,td.PENDING,td.LEAVING,td.PROGRAMMED,td.IGNORED,td.add,td.change{white-space:nowrap}
            td.word,td.remove{overflow-wrap:normal}
            td.parts{min-width:13rem}
            @media (min-width:40.01rem){.facts table{table-layout:fixed}
            .facts th:first-child{width:15rem}
            .facts th:last-child{width:36%}}
            pre{background:var(--soft);padding:1rem;overflow-x:auto;font-size:.9rem}
            pre .refuse{white-space:pre-wrap;overflow-wrap:anywhere}
            input,button,select{font:inherit;padding:.25rem .5rem;max-width:100%;box-sizing:border-box}
            form p{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}
            .counts{display:flex;flex-wrap:wrap;gap:.6rem;list-style:none;padding:0}
            .counts li{background:var(--soft);border-left:.3rem solid var(--line);padding:.4rem .8rem}
            .note{color:var(--quiet)}
            .add,.PASS,.PROGRAMMED{color:var(--good)}
            .remove,.refuse,.FAIL,.FAILED,.REFUSED{color:var(--bad)}
            .change,.PENDING,.LEAVING,.UNDECIDED{color:var(--wait)}
            .refuse,.FAILED,.REFUSED{font-weight:bold}
            @media (max-width:40rem){
            body{margin:.7rem auto;padding:0 .7rem}
            h1{font-size:1.25rem}
            table,tbody,tr,th,td,caption{display:block}
            thead{display:none}
            tr{background:var(--soft);border-left:.25rem solid var(--line);margin:.6rem 0;padding:.35rem .6rem}
            tbody th,td{border:0;padding:.1rem 0;min-width:0}
            td[data-label]:not(:empty)::before{content:attr(data-label) ": ";color:var(--quiet);font-weight:normal}
            }
            svg text{fill:var(--text);font:13px system-ui,sans-serif}
            svg .quiet{fill:var(--quiet)}
            svg rect{fill:var(--soft);stroke:var(--line)}
            svg path{fill:none;stroke:var(--line)}
            svg .add rect{stroke:var(--good);stroke-width:3}
            svg .remove rect{stroke:var(--bad);stroke-width:3;stroke-dasharray:6 3}
            svg .change rect{stroke:var(--wait);stroke-width:3}
            """;

    private HtmlStyle() {}
}
