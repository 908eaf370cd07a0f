// Plain JavaScript that an old Node can parse: reports in one line that a newer Node is needed, instead of
// ERR_UNKNOWN_FILE_EXTENSION. npm scripts run it first; on Linux the packaged runtime is used and nothing is printed.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Assay requires Node.js 24 or newer; this is ${process.version}. Install it, or run \`npm ci\` on Linux x64 or arm64, which installs it.\n`,
  );
  process.exit(1);
}
