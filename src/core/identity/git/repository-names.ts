/**
 * Repositories of libraries whose packages do not name them: those of Conan Center and of vcpkg, by the name of the package. A
 * package is listed only if its versions are the tags of the repository, and the repository is the one that its recipe or port
 * downloads from, or the mirror of it that OSV records name. Everything else stays unknown.
 */
import { toAsciiLower } from '../identifier-text.ts';

interface ListedLibrary {
  readonly repository: string;
  /** Names in Conan Center, https://conan.io/center. */
  readonly conan?: readonly string[];
  /** Names in vcpkg, https://vcpkg.io/packages. */
  readonly vcpkg?: readonly string[];
}

/** The name is that of the project in both. */
function both(name: string, repository: string): ListedLibrary {
  return { repository, conan: [name], vcpkg: [name] };
}

const LIBRARIES: readonly ListedLibrary[] = [
  both('openssl', 'github.com/openssl/openssl'),
  both('zlib', 'github.com/madler/zlib'),
  both('zstd', 'github.com/facebook/zstd'),
  both('lz4', 'github.com/lz4/lz4'),
  both('brotli', 'github.com/google/brotli'),
  both('minizip-ng', 'github.com/zlib-ng/minizip-ng'),
  both('expat', 'github.com/libexpat/libexpat'),
  both('libxml2', 'gitlab.gnome.org/gnome/libxml2'),
  both('libxslt', 'gitlab.gnome.org/gnome/libxslt'),
  both('libpng', 'github.com/pnggroup/libpng'),
  both('libjpeg-turbo', 'github.com/libjpeg-turbo/libjpeg-turbo'),
  both('libwebp', 'chromium.googlesource.com/webm/libwebp'),
  both('openjpeg', 'github.com/uclouvain/openjpeg'),
  both('openexr', 'github.com/academysoftwarefoundation/openexr'),
  both('jasper', 'github.com/jasper-software/jasper'),
  both('freetype', 'gitlab.freedesktop.org/freetype/freetype'),
  both('harfbuzz', 'github.com/harfbuzz/harfbuzz'),
  both('ffmpeg', 'github.com/ffmpeg/ffmpeg'),
  both('libarchive', 'github.com/libarchive/libarchive'),
  both('libssh2', 'github.com/libssh2/libssh2'),
  both('libgit2', 'github.com/libgit2/libgit2'),
  both('libuv', 'github.com/libuv/libuv'),
  both('libevent', 'github.com/libevent/libevent'),
  both('c-ares', 'github.com/c-ares/c-ares'),
  both('mbedtls', 'github.com/mbed-tls/mbedtls'),
  both('wolfssl', 'github.com/wolfssl/wolfssl'),
  both('pcre2', 'github.com/pcre2project/pcre2'),
  both('libyaml', 'github.com/yaml/libyaml'),
  both('yaml-cpp', 'github.com/jbeder/yaml-cpp'),
  both('jsoncpp', 'github.com/open-source-parsers/jsoncpp'),
  both('rapidjson', 'github.com/tencent/rapidjson'),
  both('cjson', 'github.com/davegamble/cjson'),
  both('tinyxml2', 'github.com/leethomason/tinyxml2'),
  both('pugixml', 'github.com/zeux/pugixml'),
  both('libsndfile', 'github.com/libsndfile/libsndfile'),
  both('civetweb', 'github.com/civetweb/civetweb'),
  both('poco', 'github.com/pocoproject/poco'),
  { repository: 'github.com/curl/curl', conan: ['libcurl'], vcpkg: ['curl'] },
  { repository: 'gitlab.com/libtiff/libtiff', conan: ['libtiff'], vcpkg: ['tiff'] },
  { repository: 'github.com/nghttp2/nghttp2', conan: ['libnghttp2'], vcpkg: ['nghttp2'] },
  { repository: 'github.com/tukaani-project/xz', conan: ['xz_utils'], vcpkg: ['liblzma'] },
  { repository: 'github.com/sqlite/sqlite', conan: ['sqlite3'], vcpkg: ['sqlite3'] },
];

const BY_PACKAGE: ReadonlyMap<string, string> = new Map(
  LIBRARIES.flatMap(({ repository, conan = [], vcpkg = [] }) => [
    ...conan.map((name): [string, string] => [`conan ${name}`, repository]),
    ...vcpkg.map((name): [string, string] => [`vcpkg ${name}`, repository]),
  ]),
);

/** Returns undefined if the package is not listed. */
export function findListedRepository(manager: 'conan' | 'vcpkg', name: string): string | undefined {
  return BY_PACKAGE.get(`${manager} ${toAsciiLower(name)}`);
}

/**
 * Names of one repository, the present one first: records and documents also name a mirror or a former owner. All are looked up, and
 * the first is shown.
 */
const MIRRORS: readonly (readonly string[])[] = [
  ['github.com/openssl/openssl', 'git.openssl.org/openssl'],
  ['gitlab.gnome.org/gnome/libxml2', 'github.com/gnome/libxml2'],
  ['gitlab.gnome.org/gnome/libxslt', 'github.com/gnome/libxslt'],
  // The owner was renamed.
  ['github.com/mbed-tls/mbedtls', 'github.com/armmbed/mbedtls'],
  ['github.com/pnggroup/libpng', 'github.com/glennrp/libpng'],
  ['github.com/pcre2project/pcre2', 'github.com/philiphazel/pcre2'],
  ['github.com/curl/curl', 'github.com/bagder/curl'],
  ['chromium.googlesource.com/webm/libwebp', 'github.com/webmproject/libwebp'],
  ['github.com/ffmpeg/ffmpeg', 'git.ffmpeg.org/ffmpeg'],
  ['gitlab.freedesktop.org/freetype/freetype', 'github.com/freetype/freetype'],
  ['github.com/tukaani-project/xz', 'git.tukaani.org/xz'],
];

const MIRRORS_OF: ReadonlyMap<string, readonly string[]> = new Map(
  MIRRORS.flatMap((names) => names.map((name): [string, readonly string[]] => [name, names])),
);

/** Returns all names of the repository, including the given one. */
export function listRepositoryNames(repository: string): readonly string[] {
  return MIRRORS_OF.get(repository) ?? [repository];
}

/** They contain recipes for software of others, whose versions are not those of the collection. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  'github.com/conan-io/conan-center-index',
  'github.com/microsoft/vcpkg',
  'github.com/nixos/nixpkgs',
  'github.com/homebrew/homebrew-core',
  'github.com/spack/spack',
  'github.com/conda-forge/staged-recipes',
]);

export function isCollection(repository: string): boolean {
  return COLLECTIONS.has(repository);
}
