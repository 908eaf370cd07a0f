/** The output of `assay help`. */

export const USAGE = `assay <command>

  serve                 run Assay (the default)
      --demo                    with services to look at, called demo-...; delete them when you have seen enough
  scan <file>           find the known vulnerabilities in an SBOM, without storing it; - reads the standard input
      --format <table|json|sarif|cyclonedx>   (table)
      --output <file>           write the result there; an older file of that name is replaced
      --fail-on <critical|high|medium|low>    exit code 3 when something as bad or worse was found
      --distro <name-release>   what the packages of the system are of, for example debian-12
      --image <reference>       the image that the SBOM is of
  migrate               bring the database to the tables of this version; "serve" does it too
  organization create <name>    create an organization and print an invitation link for its owner
  organization list             show the organizations
  organization rename <id or name> <new name>
  organization delete <id or name>   delete an organization with all its data
      "assay organization --help" shows options and examples
  token create          make an integration token and print it
      --name <text>             what it is for
      --scope <a,b>             sbom:upload, read, triage, profile:write, settings:write, token:write
                                (sbom:upload,read)
      --service <name or id>    only for this service; may be repeated (all services)
      --expires-days <n|never>  (90)
  token list            show the integration tokens
  token revoke <id>     end an integration token; it holds everywhere within a second
      --organization <id or name>   for every token command, where there are several organizations
  person list           show the people of an organization; --organization as above
  person invite <email> print an invitation link for an organization; --organization as above
      --role <owner|admin|member|viewer>   (member)
  person reset-password <email>   make a new password for an account and print it; its sessions end
  quota list            show the use and limit of each quota of an organization; --organization as above
  quota set <name> <limit>      set a limit for one organization: a number, unlimited, or default for the
                                one of the installation; --organization as above
  analysis retry        retry the failed analyses of all organizations
      --organization <id or name>   of this organization only
      --service <name or id>        of this service only
      --code <code>                 only those that failed with this error code
  advisories sync [source]      read the advisories now, from all sources or one: osv, kev, epss, ssvc, packages
      --complete                compare everything, not only what is new
      --accept-shrink           also if much of it is gone
  advisories status     show the sources of advisories: records, age, last error
  advisories show <id>  show a vulnerability, by any of its ids
  advisories export <file>      save the advisories for an installation without a network
  advisories import <file>      read such a file; --accept-shrink as above
  secret-key            show which key secrets are sealed with, and whether it is the one of the database
      --adopt                   make it the one, when the other is lost
  doctor                check this installation and say what to do
  backup <file>         save everything to one file; an older file of that name is replaced at the end
  restore <file>        read such a file into an empty database
  help                  show this text

Settings are environment variables: docs/reference/configuration.md. Commands other than serve may run beside it; they use its
database, the one in .assay/ of the working folder unless ASSAY_DATA_DIR or ASSAY_DATABASE_URL says otherwise.
`;

export const ORGANIZATION_USAGE = `assay organization <command>

  create <name> --owner <email>   create an organization and print an invitation link for its owner; the link works
                                  once, for 7 days; "assay person invite" prints another one
  list                            show the organizations
  rename <id or name> <new name>  change the name of an organization
  delete <id or name>             delete an organization with all its data: services, SBOMs, findings, decisions, tokens,
                                  events and audit log; sessions and tokens end at once; accounts stay
      --yes                       do not ask for the name as a confirmation

  --json                          print the result as JSON

A deletion that was interrupted is resumed by a running Assay within a minute, or by the same command. The last
organization cannot be deleted.

Examples:
  assay organization create "Payments" --owner ada@example.com
  assay organization list --json
  assay organization rename Payments "Payments and billing"
  assay organization delete 0197b3c2-5d1e-7c3a-9b54-2f8e6a1d4c70 --yes
`;
