// Prints URLs and addresses, by linkify:  peer-linkify FILE
use std::io::Write;

fn main() -> std::io::Result<()> {
    let name = std::env::args_os().nth(1).expect("a file");
    let bytes = std::fs::read(name)?;
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for link in linkify::LinkFinder::new().links(&text) {
        writeln!(out, "{}", link.as_str())?;
    }
    out.flush()
}
