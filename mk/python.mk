# python.mk - the Python package in bindings/python

.PHONY: python check-python check-python-long
PYTHON ?= $(firstword $(foreach p,python3 /usr/bin/python3,$(shell $(p) -c 'import setuptools, wheel' 2>/dev/null && echo $(p))) python3)
python: $(B)/libtrawl.a ## a wheel and an sdist of the Python package, into build/python (setuptools, wheel)
	@sh mk/python.sh '$(B)' '$(PYTHON)'
check-python: all ## the tests of the Python package
	@$(check_env) prove -v tests/bindings/t_package.sh
check-python-long: all ## install the sdist, with PCRE2 and without; bad addresses; times beside bleach and others
	@$(check_env) prove -v tests/bindings/python/long.sh
