# Untested. See ../README.md for what to fill in.
class Trawl < Formula
  desc "Find, open, check and write the links in text and mail"
  homepage "https://trawl.example/"
  url "https://trawl.example/trawl-1.0.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license all_of: ["MIT", "BSD-3-Clause", "MPL-2.0", "Unicode-3.0"]

  depends_on "make" => :build # macOS has GNU make 3.81, which is too old
  depends_on "pkgconf" => :build
  depends_on "libgit2"
  depends_on "libidn2"
  depends_on "pcre2"
  depends_on "xz"
  depends_on "zstd"

  uses_from_macos "bzip2"
  uses_from_macos "ncurses"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    # trawl looks for its other programs next to the folder of its link: Homebrew links lib, but not libexec.
    settings = ["PREFIX=#{prefix}", "LIBEXECDIR=#{lib}"]
    system "gmake", *settings
    system "gmake", *settings, "install"
    inreplace Dir[share/"trawl/**/*"].select { |file| File.file?(file) },
              "/usr/local/share/", "#{HOMEBREW_PREFIX}/share/", audit_result: false
  end

  test do
    text = "See <http://www.example.org/a/\npath.html>.\n"
    assert_equal "http://www.example.org/a/path.html\n", pipe_output(bin/"trawl", text)
    (testpath/"text").write text
    assert_equal "http://www.example.org/a/path.html\n",
                 shell_output("#{bin}/trawl pick --print --first text")
    (testpath/"version.c").write <<~C
      #include <stdio.h>
      #include <trawl.h>

      int main(void)
      {
          return puts(trawl_version()) < 0;
      }
    C
    system ENV.cc, "version.c", "-I#{include}", "-L#{lib}", "-ltrawl", "-o", "version"
    assert_equal "#{version}\n", shell_output("./version")
  end
end
