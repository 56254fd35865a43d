-- RIGHTS: returns the rules that we need and this connection's user lacks. Changes nothing.
-- https://redis.io/docs/latest/develop/programmability/lua-api/#redisacl_check_cmdcommand-arg
-- ARGV 1 a JSON list of {rule, call}: the rule of an ACL, and a command with whole arguments that needs it
-- Returns {'checked', missing rules...} | {'unknown'} (this server cannot tell)
if not redis.acl_check_cmd then return { 'unknown' } end
local denied = {}
for _, needed in ipairs(cjson.decode(ARGV[1])) do
  local is_known, is_allowed = pcall(redis.acl_check_cmd, unpack(needed.call))
  if is_known and not is_allowed then table.insert(denied, needed.rule) end
end
return { 'checked', unpack(denied) }
