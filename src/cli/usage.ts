/** The output of `assay help`. */

export const USAGE = `assay <command>

  serve                 run Assay (default)
      --demo                    load demo services, named demo-...; delete them at any time
  scan <file>           find known vulnerabilities in an SBOM without storing it; - reads standard input
      --format <table|json|sarif|cyclonedx>   output format (table)
      --output <file>           write the result to a file; overwrites an existing file
      --fail-on <critical|high|medium|low>    exit with code 3 if a finding has this severity or higher
      --distro <name-release>   distribution of the system packages, for example debian-12
      --image <reference>       image that the SBOM describes
  migrate               apply pending database migrations; "serve" does this too
      --citus                   distribute the tables over a Citus cluster; once, on its coordinator
  organization create <name>    create an organization and print an invitation link for its owner
  organization list             list organizations
  organization rename <id or name> <new name>   rename an organization
  organization delete <id or name>   delete an organization and all its data
      "assay organization --help" shows options and examples
  token create          create an integration token and print it
      --name <text>             name of the token
      --scope <a,b>             sbom:upload, read, triage, profile:write, settings:write, token:write
                                (sbom:upload,read)
      --service <name or id>    limit the token to this service; can be repeated (all services)
      --expires-days <n|never>  days until the token expires (90)
  token list            list integration tokens
  token revoke <id>     revoke an integration token; takes effect within a second
      --organization <id or name>   for all token commands; required if there are several organizations
  person list           list the members of an organization; --organization as above
  person invite <email> create an invitation link and print it; --organization as above
      --role <owner|admin|member|viewer>   (member)
  person reset-password <email>   set a new password for an account and print it; ends its sessions
  profile push <file>...        send deployment documents (Kubernetes, Compose, Dockerfile, image configuration) or runtime
                        documents (AppArmor, seccomp) to a running Assay, at ASSAY_URL with ASSAY_TOKEN
      --service <name or id>    service that they describe
      --profile <name>          security profile (default); created if it does not exist
      --confirm                 the service is deployed as they say: the values take effect
  reachability push <file>      send an analysis of calls (govulncheck, osv-scanner, CycloneDX with evidence) to a running Assay,
                        at ASSAY_URL with ASSAY_TOKEN
      --service <name or id>    service that was analyzed
      --version <name or id>    version that was analyzed
      --image <image>           image that was analyzed, as named with its SBOM (the sources)
      --commit <sha>            commit that was analyzed
  quota list            show the usage and limits of an organization; --organization as above
  quota set <name> <limit>      set a limit for one organization: a number, unlimited, or default for the
                                limit of the installation; --organization as above
  analysis retry        retry failed analyses of all organizations
      --organization <id or name>   only in this organization
      --service <name or id>        only for this service
      --code <code>                 only analyses that failed with this error code
  advisories sync [source]      sync all advisory sources now, or one: osv, kev, epss, ssvc, packages
      --complete                run a full sync instead of an incremental one
      --accept-shrink           accept data that is much smaller than before
  advisories status     show the advisory sources: records, age, last error
  advisories show <id>  show a vulnerability by any of its ids
  advisories export <file>      export advisories for an installation without internet access
  advisories import <file>      import an exported file; --accept-shrink as above
  secret-key            show the key that encrypts secrets, and whether it matches the database
      --adopt                   use this key if the previous one is lost
  doctor                check this installation and suggest fixes
  backup <file>         back up all data to one file; overwrites an existing file when complete
  restore <file>        restore a backup into an empty database
  help                  show this help

Configure Assay with environment variables: docs/reference/configuration.md. Other commands can run while "serve" is running. They use
the same database: the one in .assay/ in the working directory, unless ASSAY_DATA_DIR or ASSAY_DATABASE_URL is set.
`;

export const ORGANIZATION_USAGE = `assay organization <command>

  create <name> --owner <email>   create an organization and print an invitation link for its owner; the link works
                                  once, for 7 days; "assay person invite" prints another one
  list                            list organizations
  rename <id or name> <new name>  rename an organization
  delete <id or name>             delete an organization and all its data: services, SBOMs, findings, decisions, tokens,
                                  events and audit log; sessions and tokens end at once; accounts are kept
      --yes                       do not ask for confirmation

  --json                          print the result as JSON

A running Assay resumes an interrupted deletion within a minute; you can also run the command again. The last
organization cannot be deleted.

Examples:
  assay organization create "Payments" --owner ada@example.com
  assay organization list --json
  assay organization rename Payments "Payments and billing"
  assay organization delete 0197b3c2-5d1e-7c3a-9b54-2f8e6a1d4c70 --yes
`;
