# Untested. See ../README.md for what to fill in.
{
  lib,
  stdenv,
  fetchurl,
  bzip2,
  libgit2,
  libidn2,
  ncurses,
  pcre2,
  perl,
  pkg-config,
  sqlite,
  xz,
  zlib,
  zstd,
}:

let
  # The command loads these when it needs them.
  loaded = [
    bzip2
    libgit2
    libidn2
    xz
    zlib
    zstd
  ];
in
stdenv.mkDerivation (finalAttrs: {
  pname = "trawl";
  version = "1.0.0";

  src = fetchurl {
    url = "https://trawl.example/trawl-${finalAttrs.version}.tar.gz";
    hash = lib.fakeHash;
  };

  outputs = [
    "out"
    "dev"
    "man"
  ];

  strictDeps = true;
  nativeBuildInputs = [ pkg-config ];
  buildInputs = [
    ncurses
    sqlite
  ]
  ++ loaded;
  # trawl.pc requires them.
  propagatedBuildInputs = [
    libidn2
    pcre2
  ];

  # Making the completions runs the command.
  makeFlags = [
    "PREFIX=${placeholder "out"}"
  ]
  ++ lib.optional (!stdenv.buildPlatform.canExecute stdenv.hostPlatform) "COMPLETIONS=";
  enableParallelBuilding = true;

  doCheck = stdenv.buildPlatform.canExecute stdenv.hostPlatform;
  nativeCheckInputs = [ perl ];
  checkFlags = [ "TESTS=$(package_tests)" ];
  checkTarget = "check";

  postInstall = ''
    find "$out/share/trawl" -type f -exec sed -i "s|/usr/local/share/|$out/share/|g" {} +
  '';

  # Libraries are loaded by their file names, which are looked up in the run path.
  postFixup = lib.optionalString stdenv.hostPlatform.isElf ''
    patchelf --add-rpath ${lib.makeLibraryPath loaded} "$out/bin/trawl" "$out/libexec/trawl/"*
  '';

  meta = {
    description = "Find, open, check and write the links in text and mail";
    homepage = "https://trawl.example/";
    license = with lib.licenses; [
      mit
      bsd3
      mpl20
      unicode-30
    ];
    mainProgram = "trawl";
    maintainers = [ ];
    platforms = lib.platforms.unix;
  };
})
