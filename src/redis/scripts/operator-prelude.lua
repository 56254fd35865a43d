-- Shared by the scripts of the operator's total, after figures.lua.
-- KEYS 1 figures by window (hash), 2 hold of the job (hash), 3 holds without a fact yet (sorted
--      set, by deadline), 4 journal, 5 figures by window and account (hash) (all of one slot)
-- ARGV 1 now in ms, 2 tolerance in ms between now and Redis' own clock, 3 job id, 4 further
--      arguments as a JSON object of strings
-- args of every script: oldest (the first window whose figures still count; ids of months sort as texts)
local figures_key, hold_key, unconfirmed_key, journal_key, accounts_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local now, job_id = tonumber(ARGV[1]), ARGV[3]
local args = cjson.decode(ARGV[4])

local wrong_clock = check_clock(now, tonumber(ARGV[2]))
if wrong_clock then return wrong_clock end

-- Open amounts are held, closed ones spent.
local figure_of = { open = 'pending', closed = 'posted' }

-- state: open | closed | void (a tombstone); version: 0 until the first fact;
-- asked: the amount of the first hold; account: missing in holds of older versions; key: the own API key that pays
local names = { 'state', 'version', 'amount', 'asked', 'window', 'until', 'account', 'key' }
local hold = {}
for index, value in ipairs(redis.call('HMGET', hold_key, unpack(names))) do hold[names[index]] = value or nil end

-- The following helpers write; a script calls them only after all its checks.

-- Adds to a figure. One that becomes zero is removed, so that a returned hold leaves no trace.
local function add_to(key, name, credits)
  local sum = amount(key, name) + credits
  if sum == 0 then
    redis.call('HDEL', key, name)
  else
    redis.call('HSET', key, name, whole(sum))
  end
end

-- Counts for everyone together and, if the account is known, for the account.
local function count(state, window, account, credits)
  if window < args.oldest then return end
  local name = figure_of[state] .. '|' .. window
  add_to(figures_key, name, credits)
  if account and account ~= '' then add_to(accounts_key, name .. '|' .. account, credits) end
end
