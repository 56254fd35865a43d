/** Help for the program itself. */
export const runHelp = `npm start -- [--role all|bots|worker]
npm run publish-commands -- [--slack-manifest]
npm run setup, npm run doctor, npm run ledger, npm run jobs, npm run servers, npm run backup, npm run restore: add -- --help for
details

--role            bots listen and answer, workers send, wait and post (default: all)
--slack-manifest  prints the Slack app's manifest instead of publishing Discord's commands

Settings come from the environment and from .env; see .env.example.
`

/** Help for `npm run doctor`. */
export const doctorHelp = `npm run doctor -- [--all] [--fix] [--json] [--strict]

Checks settings, this machine, Redis (rights, durability, clock, load), all balances against the journal, the operator's total,
stuck jobs, the audio service and its file hosts, each chat with its permissions, and PUBLIC_URL. Uses one look-up and changes
nothing else. The bot can keep running. Marks each problem as warning or failed, with the reason and the fix.

--all     lists what is ok, too, with the table of prices
--fix     makes the safe fixes: Redis' settings, Discord's commands, the mode of .env. It never touches money or jobs.
--json    writes one JSON document instead
--strict  exits with 1 for a warning, too

Exits with 1 if anything failed, otherwise 0.
`

/** Help for `npm run ledger`. */
export const ledgerHelp = `npm run ledger -- export [--account A] [--since DATE] [--until DATE] [--format csv|ndjson]
npm run ledger -- give|take --account A --credits N [--reason TEXT] [--id ID]

export prints the journal, oldest line first: every change of money and settings.
  --account  one account, such as discord:1234 or slack:T1234
  --since    start: 2026-11-01 (UTC), or 2026-11-01T09:30:00+01:00
  --until    end, exclusive
  --format   csv (amounts in credits, the default) or ndjson (millionths of a credit)

give and take change an account's credits until its next reset. An account without a limit gets credits that never reset.
Use give for members' direct messages: their account is discord:@<member> or slack:@<team>/<member>.
  --credits  amount, such as 5 or 2.50
  --reason   reason for the journal
  --id       a name for this change; repeating it with the same name has no effect
`

/** Help for `npm run jobs`. */
export const jobsHelp = `npm run jobs -- dead
npm run jobs -- show JOB
npm run jobs -- retry JOB|--all
npm run jobs -- end JOB
npm run jobs -- refund JOB
npm run jobs -- verify FILE [--trust FILE]

JOB is the short name in the job's message, such as 3f2akd7c, or its id in the log.

A job becomes a dead letter if its record can't be read or has an unknown old version, or if ten steps in a row didn't
finish. Workers then leave it alone, and its hold stays.

dead    lists dead letters with reasons.
show    prints a record without the member's texts.
retry   lets workers try again, after you fixed the cause. --all does so for every dead letter.
end     ends a job: unpaid if it was never sent to the audio service, otherwise with its hold booked as spent, because it may
        have been bought. The member is told if the record can be read.
refund  returns the booked credits of any job with an unknown outcome, dead or not. Use it once the audio service's bill
        shows no charge. The member is told.
verify  tells what a file says of its origin: the job and model in its tags, and its C2PA manifest, with whether that holds and who
        signed it. Exits with 0 if the file is marked and nothing is wrong, otherwise 1.
        --trust names a file with the authorities that you trust, in PEM; by default that is C2PA_CERTIFICATE.
`

/** Help for `npm run servers`. */
export const serversHelp = `npm run servers -- list
npm run servers -- allow SERVER [--credits N]
npm run servers -- remove SERVER
npm run servers -- pause [--notice TEXT]
npm run servers -- resume [SERVER]

Only servers and workspaces that you let in can spend credits, whatever their own admins set. The first Discord server and the
first Slack workspace are let in automatically, unless you named one of that chat before.

list    shows the servers that are let in, with credits used and held this month, and those that can't use uploaded clips.
allow   lets a server in, such as discord:81384788765712384 or slack:T024BE7LD, or changes its ceiling.
  --credits  its ceiling per month; without it, only OPERATOR_LIMIT and its admins' budget apply
remove  stops a server from spending, even if OPERATOR_SERVERS names it.
pause   refuses every paid request everywhere, for example during maintenance. Accepted jobs finish, and free commands work.
  --notice  what members read, such as "Back at 6 pm."
resume  ends the pause; with a server, allows it uploaded clips again, after one was charged for more than its length.
`

/** Help for `npm run backup`. */
export const backupHelp = `npm run backup -- [FILE]

Writes everything in Redis, as it is at one moment, to a file, and reads it back. The bot can keep running. The file is named by
the time unless you name it, never replaces another one, and can be read by its owner only: it has what members wrote. Copy it to
another machine, and keep .env elsewhere than the file. Fails if there is nothing of Tunesmith's in the database of REDIS_URL.
`

/** Help for `npm run restore`. */
export const restoreHelp = `npm run restore -- FILE

Restores a backup into an empty Redis, of any kind that Tunesmith can use, and compares all balances with the journal. Stop every
process before, on every machine: it refuses if something writes to this Redis within twelve seconds. What waited when the backup was made is bought again: "Restoring a backup" in docs/operating/redis.md says how to
prevent it, and how to empty a Redis.
`

/** Help for `npm run setup`. */
export const setupHelp = `npm run setup -- [--chats discord,slack] [--redis URL|compose] [--yes] ...

Asks for what the bot needs, tests each answer, and writes .env. Run it again at any time: it tests what is there and asks only
for what is missing or refused. Other settings and comments in .env stay.

A script can answer everything before. Each setting can also be in the environment (DISCORD_TOKEN, or DISCORD_TOKEN_FILE with
the name of a file). Secrets are read from files, since others on the machine can see a command's flags; one file can be -,
which stands for standard input.
  --chats                  discord, slack or discord,slack
  --discord-token-file     Discord bot token
  --slack-bot-token-file   Slack bot token (xoxb-)
  --slack-app-token-file   Slack app-level token (xapp-)
  --audio-url              address of the audio service
  --audio-key-file         its API key
  --audio-file-hosts       hosts that its files come from
  --redis                  an address without a password, or compose for the one that docker compose brings
  --redis-file             an address with a password
  --set-redis              sets appendonly, appendfsync and maxmemory-policy of Redis if they are wrong
  --yes                    takes what is proposed instead of asking

Without a terminal it never asks: if something is missing, it names it. Exits with 0 once everything is set up, 78 if something is
missing or refused, 130 after Ctrl-C, otherwise 1.
`
