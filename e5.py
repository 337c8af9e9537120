exec(open('/tmp/w/ed/e1.py').read().split("r('README.md'")[0])
r('bindings/js/dom.mjs',("// dom.mjs - makes the links of a page elements: linkifyNodes(), and parts() for programs that create\n// the elements themselves","// dom.mjs - makes the links of a page elements: linkifyNodes(), and parts() for programs that\n// create the elements themselves"),
("with the nodes of each text. Nodes that are not free\n// get no links.","with the nodes of each text. Nodes that are not\n// free get no links."))
r('bindings/js/markdown-it.mjs',("    // For rules of the caller: sources of classes of characters, and room for their own expressions.","    // For rules of the caller: sources of character classes, and room for their own expressions."))
r('bindings/js/rules.mjs',("see trawl-rules(5), or an array\n// of { match","see trawl-rules(5), or an\n// array of { match"),
("and a rule over links in\n// running text","and a rule over links\n// in running text"))
r('packaging/static/libraries.sh',("""# that it compiles for, if that is another one. A library with a file in FOLDER/done is not built again.
# FOLDER/licenses gets the licences.
""","""# that it compiles for, if that is another one. A library with a file in FOLDER/done is not built
# again. FOLDER/licenses gets the licences.
"""))
r('tests/structure/truth.py',("    # Not all headings are in the contents: only a line with others above or below is surely not one.","    # The contents may lack headings: only a line with others above or below is surely not one."))
r('src/gen/probe.sh',("""Some systems lack the library's .pc file, so -lLIBRARY is tried, too. For
# a static""","""Some systems lack the library's .pc file, so -lLIBRARY is tried, too.
# For a static"""))
print('bad',bad)
