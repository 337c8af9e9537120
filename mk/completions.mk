# completions.mk - what the command writes of itself: the completions for shells, made from its
# options, and the schema of its records; included by Makefile
#
# Making them runs the command. When building for another machine, leave them out by COMPLETIONS=.

COMPLETIONS ?= $(if $(whole),bash zsh fish)
.PHONY: completions
completion_dir = $(SHAREDIR)/$(if $(filter bash,$(1)),bash-completion/completions,$(if \
    $(filter zsh,$(1)),zsh/site-functions,fish/vendor_completions.d))
completion_name = $(if $(filter bash,$(1)),trawl,$(if $(filter zsh,$(1)),_trawl,trawl.fish))
completion_files = $(foreach s,$(COMPLETIONS),$(call completion_dir,$(s))/$(call completion_name,$(s)))

schema = $(if $(COMPLETIONS),records.schema.json)

completions: ## the completions for bash, zsh and fish; the schema of records
completions: $(COMPLETIONS:%=$(B)/completions/trawl.%) $(schema:%=$(B)/%)
$(B)/records.schema.json: $(B)/trawl
	$(call run,GEN,$@,$(B)/trawl help schema >$@.new && mv $@.new $@)
$(B)/completions/trawl.%: $(B)/trawl
	@mkdir -p $(@D)
	$(call run,GEN,$@,$(B)/trawl help completion $* >$@.new && mv $@.new $@)
