# python.mk - the Python package in bindings/python

.PHONY: python wheels
PYTHON ?= $(firstword $(foreach p,python3 /usr/bin/python3,$(shell \
    $(p) -c 'import setuptools, wheel' 2>/dev/null && echo $(p))) python3)
python: $(B)/libtrawl.a ## a wheel and an sdist of the Python package, into build/python (setuptools, wheel)
	@sh mk/python.sh '$(B)' '$(PYTHON)'
wheels: ## wheels that need only glibc 2.25, into build/wheels/all (mmdebstrap, cross compiler); ARCH=amd64
	@sh mk/wheels.sh '$(B)' '$(PYTHON)' $(ARCH)
