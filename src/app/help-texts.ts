/** Help for the program itself. */
export const runHelp = `npm start -- [--role all|bots|worker]
npm run publish-commands -- [--slack-manifest]
npm run doctor, npm run ledger, npm run jobs, npm run servers: with -- --help each says what it does

--role  what this process does: bots listen and answer, workers send, wait and post; all, if left out
--slack-manifest  writes the manifest of the Slack app, in place of telling Discord about the commands

The settings are read from the environment and from .env; see .env.example.
`

/** Help for `npm run doctor`. */
export const doctorHelp = `npm run doctor

Checks the settings, Redis (its version, its rights, its settings, its clock), the journal against all balances, the
operator's total, stuck jobs, the audio service, each chat, and PUBLIC_URL. Changes nothing but the count of look-ups, and
can run while the bot runs.
Writes a line for each: ok, warning or failed, with the reason and the mend. Ends with 1 if anything failed, else with 0.
`

/** Help for `npm run ledger`. */
export const ledgerHelp = `npm run ledger -- export [--account A] [--since DATE] [--until DATE] [--format csv|ndjson]
npm run ledger -- give|take --account A --credits N [--reason TEXT] [--id ID]

export writes the journal to standard output, oldest line first: every change of money and of settings.
  --account  one account, such as discord:1234 or slack:T1234
  --since    from this moment on: 2026-11-01 (in UTC), or 2026-11-01T09:30:00+01:00
  --until    up to this moment, which is not part of it
  --format   csv (amounts in credits) or ndjson (whole millionths of a credit); csv, if left out

give and take change what an account may spend in the window that is open; one that nobody has given a limit gets credits
that are there once. So members get credits for their direct messages: their account is discord:@<member> or
slack:@<team>/<member>.
  --credits  how many, such as 5 or 2.50
  --reason   why, for the journal
  --id       a name for this change: with the same one it counts once, however often it is run
`

/** Help for `npm run jobs`. */
export const jobsHelp = `npm run jobs -- dead
npm run jobs -- show JOB
npm run jobs -- retry JOB|--all
npm run jobs -- end JOB
npm run jobs -- refund JOB

JOB is the short name in the job's message, such as 3f2akd7c, or its id in the log.

A job becomes a dead letter when its record cannot be read, is of an old version that is not known any more, or when ten
steps in a row came to no end. Nothing is done for it by itself any more, and what it holds stays held.

dead lists them, with why.
show writes what is kept of one, without what its member wrote.
retry has workers take it up again: once the fault is mended. --all does so with every one.
end ends it: unpaid where it was never sent to the audio service, and else with what it holds booked as spent, because it
  may have been bought. Its member is told, where the record can be read.
refund gives back the credits that stay booked for any job whose outcome is unknown, not only a dead letter. Use it once the
  audio service's bill shows that the job was not charged. Its member is told.
`

/** Help for `npm run servers`. */
export const serversHelp = `npm run servers -- list
npm run servers -- allow SERVER [--credits N]
npm run servers -- remove SERVER

Only servers and workspaces that you let in can spend credits, whatever their own admins set. The first Discord server and the
first Slack workspace are let in automatically, unless OPERATOR_SERVERS or allow named one of that chat before.

list shows the servers that are let in, and how much each has used and holds this month.
allow lets one in, such as discord:81384788765712384 or slack:T024BE7LD, or changes its ceiling.
  --credits  the most it can use in a month; without it, as much as its admins set
remove stops it from spending, even if OPERATOR_SERVERS names it.
`
