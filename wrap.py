import re,sys,textwrap
# wrap.py FILE PREFIX START...: rewraps the paragraphs of FILE with a line of more than 100 columns
def hide(t): return re.sub(r'`[^`\n]*`', lambda m: m[0].replace(' ','\0'), t)
def fill(t, first, rest): return textwrap.fill(hide(t), 100, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False).replace('\0',' ')
def md(path):
    out=[];code=False;par=[]
    def flush():
        if not par: return
        if max(map(len,par))>100:
            m=re.match(r'( *)([*-] |\d+\. )?',par[0]); first=m[0]; rest=' '*len(first)
            t=' '.join(l.strip() for l in par); t=t[len(m[2] or ''):]
            out.extend(fill(t,first,rest).split('\n'))
        else: out.extend(par)
        par.clear()
    for l in open(path,encoding='utf-8').read().split('\n'):
        if l.startswith('```'): flush(); code=not code; out.append(l); continue
        if code or not l.strip() or l.startswith(('|','#','    ','<','>>>')): flush(); out.append(l); continue
        if re.match(r' *([*-] |\d+\. )',l): flush()
        par.append(l)
    flush()
    open(path,'w',encoding='utf-8').write('\n'.join(out))
for p in sys.argv[1:]: md(p)
