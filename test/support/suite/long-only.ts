/**
 * Files that only the long form runs, so that `npm test` takes minutes. Each shows on whole bots, with programs from
 * outside or by rendered sound what cheaper tests show part by part. To run one alone, name it.
 */
export const longOnly: readonly string[] = [
  // Whole bots: what each part does alone is shown in test/bots, test/jobs, test/commands and test/app.
  'test/e2e/budget-alerts.test.ts',
  'test/e2e/dashboard.test.ts',
  'test/e2e/demo.test.ts',
  'test/e2e/direct-messages.test.ts',
  'test/e2e/every-command.test.ts',
  'test/e2e/groups.test.ts',
  'test/e2e/languages.test.ts',
  'test/e2e/ledger.test.ts',
  'test/e2e/older-messages.test.ts',
  'test/e2e/operator.test.ts',
  'test/e2e/plan-limits.test.ts',
  'test/e2e/prices.test.ts',
  'test/e2e/ready-notice.test.ts',
  'test/e2e/restart.test.ts',
  'test/e2e/runbook.test.ts',
  'test/e2e/sandbox.test.ts',
  'test/e2e/seen.test.ts',
  'test/e2e/setup.test.ts',
  'test/e2e/signed-files.test.ts',
  'test/e2e/switches.test.ts',
  'test/e2e/traces.test.ts',
  'test/e2e/welcome.test.ts',
  // Mistakes planted on purpose: whether the tests would notice.
  'test/e2e/wrong-behaviour/discord.test.ts',
  'test/e2e/wrong-behaviour/slack-http.test.ts',
  'test/e2e/wrong-behaviour/slack.test.ts',
  'test/jobs/simulation/mistakes.test.ts',
  'test/redis/ledger-mutants.test.ts',
  'test/sandbox/contract/spoiling.test.ts',
  // In a browser: test/browser/room-on-discord and song-message stay in the short form.
  'test/browser/pictures.test.ts',
  'test/browser/room-on-slack.test.ts',
  // Programs from outside: Prometheus, the compiler over a changed tree, several Redis servers.
  'test/app/telemetry/alerts.test.ts',
  'test/app/tasks/setup-again.test.ts',
  'test/app/doctor/states-redis.test.ts',
  'test/commands/adding-a-feature.test.ts',
  'test/sandbox/command-line.test.ts',
  'test/sandbox/smoke/program.test.ts',
  'test/tools/release.test.ts',
  // Whole languages drawn once more, with every text replaced.
  'test/core/text/pseudo-answers.test.ts',
  'test/core/text/pseudo-language.test.ts',
  // How the studio's audio sounds: test/sandbox/contract/studio and test/studio/endpoints keep its interface.
  'test/studio/clips/hostile.test.ts',
  'test/studio/inpaint/inpaint.test.ts',
  'test/studio/inpaint/joins.test.ts',
  'test/studio/inpaint/words.test.ts',
  'test/studio/mastering/master-like.test.ts',
  'test/studio/music/instruments.test.ts',
  'test/studio/music/sound.test.ts',
  'test/studio/remix/sound.test.ts',
  'test/studio/remix/words.test.ts',
  'test/studio/speech/speech.test.ts',
  'test/studio/voice/background.test.ts',
  'test/studio/voice/timbre.test.ts',
  'test/studio/voice/voice-change.test.ts',
]
