{
  "type": 1,
  "name": "budget",
  "description": "See and set the credit budget",
  "options": [
    {
      "type": 1,
      "name": "show",
      "description": "See the budget, what's used and what's left",
      "options": [
        {
          "name": "member",
          "description": "Member (default: the whole budget)",
          "required": false,
          "type": 6
        },
        {
          "name": "channel",
          "description": "Channel instead of a member",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "group",
          "description": "Group instead of a member",
          "required": false,
          "type": 8
        },
        {
          "name": "feature",
          "description": "Feature instead of a member",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "/music",
              "value": "music"
            },
            {
              "name": "/tts",
              "value": "tts"
            },
            {
              "name": "/remix",
              "value": "remix"
            },
            {
              "name": "/voice",
              "value": "voice"
            },
            {
              "name": "/master",
              "value": "master"
            },
            {
              "name": "/cut",
              "value": "cut"
            },
            {
              "name": "/inpaint",
              "value": "inpaint"
            },
            {
              "name": "/transcribe",
              "value": "transcribe"
            },
            {
              "name": "/lyrics",
              "value": "lyrics"
            }
          ]
        },
        {
          "name": "model",
          "description": "Model instead of a member",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "v6",
              "value": "v6"
            },
            {
              "name": "v6 pro",
              "value": "v6-pro"
            },
            {
              "name": "v7",
              "value": "v7"
            },
            {
              "name": "v7 pro",
              "value": "v7-pro"
            }
          ]
        },
        {
          "name": "spend",
          "description": "Spend to show (default: this period, by member)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Today",
              "value": "today"
            },
            {
              "name": "This week",
              "value": "week"
            },
            {
              "name": "This month",
              "value": "month"
            },
            {
              "name": "By feature",
              "value": "feature"
            }
          ]
        },
        {
          "name": "page",
          "description": "Page of the limits (default: the first)",
          "required": false,
          "type": 4,
          "min_value": 1,
          "max_value": 999
        }
      ]
    },
    {
      "type": 1,
      "name": "limit",
      "description": "Set the budget",
      "options": [
        {
          "name": "credits",
          "description": "Credits to spend, such as 10 or 2.50",
          "required": true,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "period",
          "description": "How often the budget resets (default: unchanged, or usually monthly for a new budget)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Daily",
              "value": "day"
            },
            {
              "name": "Weekly",
              "value": "week"
            },
            {
              "name": "Monthly",
              "value": "month"
            },
            {
              "name": "Never",
              "value": "once"
            }
          ]
        },
        {
          "name": "week_start",
          "description": "First day of the week (default: unchanged, or Monday for a new budget)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Monday",
              "value": "monday"
            },
            {
              "name": "Tuesday",
              "value": "tuesday"
            },
            {
              "name": "Wednesday",
              "value": "wednesday"
            },
            {
              "name": "Thursday",
              "value": "thursday"
            },
            {
              "name": "Friday",
              "value": "friday"
            },
            {
              "name": "Saturday",
              "value": "saturday"
            },
            {
              "name": "Sunday",
              "value": "sunday"
            }
          ]
        },
        {
          "name": "zone",
          "description": "Time zone for resets, such as Europe/Berlin (default: unchanged)",
          "required": false,
          "type": 3,
          "max_length": 64
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "give",
      "description": "Give bonus credits until the next reset, or until they expire",
      "options": [
        {
          "name": "credits",
          "description": "Credits to add",
          "required": true,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "member",
          "description": "Member (default: the whole budget)",
          "required": false,
          "type": 6
        },
        {
          "name": "channel",
          "description": "Channel instead of a member",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "group",
          "description": "Group instead of a member",
          "required": false,
          "type": 8
        },
        {
          "name": "feature",
          "description": "Feature instead of a member",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "/music",
              "value": "music"
            },
            {
              "name": "/tts",
              "value": "tts"
            },
            {
              "name": "/remix",
              "value": "remix"
            },
            {
              "name": "/voice",
              "value": "voice"
            },
            {
              "name": "/master",
              "value": "master"
            },
            {
              "name": "/cut",
              "value": "cut"
            },
            {
              "name": "/inpaint",
              "value": "inpaint"
            },
            {
              "name": "/transcribe",
              "value": "transcribe"
            },
            {
              "name": "/lyrics",
              "value": "lyrics"
            }
          ]
        },
        {
          "name": "model",
          "description": "Model instead of a member",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "v6",
              "value": "v6"
            },
            {
              "name": "v6 pro",
              "value": "v6-pro"
            },
            {
              "name": "v7",
              "value": "v7"
            },
            {
              "name": "v7 pro",
              "value": "v7-pro"
            }
          ]
        },
        {
          "name": "expires",
          "description": "When unused credits are taken back (default: when the budget resets)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "In 1 day",
              "value": "1d"
            },
            {
              "name": "In 3 days",
              "value": "3d"
            },
            {
              "name": "In 7 days",
              "value": "7d"
            }
          ]
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "take",
      "description": "Take credits away until the next reset",
      "options": [
        {
          "name": "credits",
          "description": "Credits to take away",
          "required": true,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "member",
          "description": "Member (default: the whole budget)",
          "required": false,
          "type": 6
        },
        {
          "name": "channel",
          "description": "Channel instead of a member",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "group",
          "description": "Group instead of a member",
          "required": false,
          "type": 8
        },
        {
          "name": "feature",
          "description": "Feature instead of a member",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "/music",
              "value": "music"
            },
            {
              "name": "/tts",
              "value": "tts"
            },
            {
              "name": "/remix",
              "value": "remix"
            },
            {
              "name": "/voice",
              "value": "voice"
            },
            {
              "name": "/master",
              "value": "master"
            },
            {
              "name": "/cut",
              "value": "cut"
            },
            {
              "name": "/inpaint",
              "value": "inpaint"
            },
            {
              "name": "/transcribe",
              "value": "transcribe"
            },
            {
              "name": "/lyrics",
              "value": "lyrics"
            }
          ]
        },
        {
          "name": "model",
          "description": "Model instead of a member",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "v6",
              "value": "v6"
            },
            {
              "name": "v6 pro",
              "value": "v6-pro"
            },
            {
              "name": "v7",
              "value": "v7"
            },
            {
              "name": "v7 pro",
              "value": "v7-pro"
            }
          ]
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "member",
      "description": "Set a member's limit",
      "options": [
        {
          "name": "member",
          "description": "Member to limit (default: every member)",
          "required": false,
          "type": 6
        },
        {
          "name": "credits",
          "description": "Credits they can use",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "lift",
          "description": "Remove the limit instead of setting one",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "channel",
      "description": "Set a channel's limit",
      "options": [
        {
          "name": "channel",
          "description": "Channel to limit (default: every channel)",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "credits",
          "description": "Credits it can use",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "lift",
          "description": "Remove the limit instead of setting one",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "group",
      "description": "Set a group's limit",
      "options": [
        {
          "name": "group",
          "description": "Group to limit",
          "required": true,
          "type": 8
        },
        {
          "name": "credits",
          "description": "Credits it can use",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "share",
          "description": "One limit for the whole group, or one for each member (default: shared)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Shared by its members",
              "value": "together"
            },
            {
              "name": "For each member",
              "value": "each"
            }
          ]
        },
        {
          "name": "lift",
          "description": "Remove the limit instead of setting one",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "feature",
      "description": "Set a feature's limit",
      "options": [
        {
          "name": "feature",
          "description": "Feature to limit",
          "required": true,
          "type": 3,
          "choices": [
            {
              "name": "/music",
              "value": "music"
            },
            {
              "name": "/tts",
              "value": "tts"
            },
            {
              "name": "/remix",
              "value": "remix"
            },
            {
              "name": "/voice",
              "value": "voice"
            },
            {
              "name": "/master",
              "value": "master"
            },
            {
              "name": "/cut",
              "value": "cut"
            },
            {
              "name": "/inpaint",
              "value": "inpaint"
            },
            {
              "name": "/transcribe",
              "value": "transcribe"
            },
            {
              "name": "/lyrics",
              "value": "lyrics"
            }
          ]
        },
        {
          "name": "credits",
          "description": "Credits that everyone together can spend on it",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "lift",
          "description": "Remove the limit instead of setting one",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "model",
      "description": "Set a model's limit",
      "options": [
        {
          "name": "model",
          "description": "Model to limit",
          "required": true,
          "type": 3,
          "choices": [
            {
              "name": "v6",
              "value": "v6"
            },
            {
              "name": "v6 pro",
              "value": "v6-pro"
            },
            {
              "name": "v7",
              "value": "v7"
            },
            {
              "name": "v7 pro",
              "value": "v7-pro"
            }
          ]
        },
        {
          "name": "credits",
          "description": "Credits that everyone together can spend on it",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "lift",
          "description": "Remove the limit instead of setting one",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "manager",
      "description": "Add or remove a budget manager",
      "options": [
        {
          "name": "member",
          "description": "Member to make a budget manager",
          "required": true,
          "type": 6
        },
        {
          "name": "remove",
          "description": "Remove them as a budget manager instead",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "block",
      "description": "Block a member from every command, or unblock them",
      "options": [
        {
          "name": "member",
          "description": "Member to block or unblock",
          "required": true,
          "type": 6
        },
        {
          "name": "lift",
          "description": "Remove the block instead",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "pause",
      "description": "Pause spending here, in a channel or by a member",
      "options": [
        {
          "name": "reason",
          "description": "Shown to members, and kept in the audit log",
          "required": true,
          "type": 3,
          "max_length": 200
        },
        {
          "name": "channel",
          "description": "Only this channel (default: everything here)",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "member",
          "description": "Only this member",
          "required": false,
          "type": 6
        }
      ]
    },
    {
      "type": 1,
      "name": "resume",
      "description": "Resume spending here, in a channel or by a member",
      "options": [
        {
          "name": "channel",
          "description": "Only this channel (default: everything here)",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "member",
          "description": "Only this member",
          "required": false,
          "type": 6
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "approve",
      "description": "Approve a member's request once, beyond its limits",
      "options": [
        {
          "name": "request",
          "description": "Name of the request, as in its message",
          "required": true,
          "type": 3,
          "max_length": 40
        }
      ]
    },
    {
      "type": 1,
      "name": "decline",
      "description": "Decline a member's request",
      "options": [
        {
          "name": "request",
          "description": "Name of the request, as in its message",
          "required": true,
          "type": 3,
          "max_length": 40
        }
      ]
    },
    {
      "type": 1,
      "name": "approvals",
      "description": "Choose the channel for requests to admins",
      "options": [
        {
          "name": "channel",
          "description": "Channel where admins decide",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "lift",
          "description": "Ask where each request was made instead",
          "required": false,
          "type": 5
        }
      ]
    },
    {
      "type": 1,
      "name": "alerts",
      "description": "Get alerts when the budget runs low",
      "options": [
        {
          "name": "channel",
          "description": "Channel for alerts at 50, 80 and 100%",
          "required": true,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "weekly",
          "description": "Post a weekly summary too (default: unchanged)",
          "required": false,
          "type": 5
        },
        {
          "name": "lift",
          "description": "Turn alerts off instead",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "sponsoring",
      "description": "Let members give their credits to each other",
      "options": [
        {
          "name": "lift",
          "description": "Turn sponsoring off instead",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "key",
      "description": "See, set, test or remove your own API key",
      "options": [
        {
          "name": "action",
          "description": "What to do (default: show which key pays here)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Set or replace",
              "value": "set"
            },
            {
              "name": "Test",
              "value": "test"
            },
            {
              "name": "Remove",
              "value": "remove"
            }
          ]
        },
        {
          "name": "reason",
          "description": "Reason, kept in the audit log",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "log",
      "description": "See who changed the budget, when and why",
      "options": []
    },
    {
      "type": 1,
      "name": "statement",
      "description": "Get a statement of a period as a file",
      "options": [
        {
          "name": "period",
          "description": "Period of the budget (default: this one)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "This period",
              "value": "this"
            },
            {
              "name": "Last period",
              "value": "last"
            }
          ]
        },
        {
          "name": "month",
          "description": "Month instead of a period, such as 2026-06",
          "required": false,
          "type": 3,
          "max_length": 40
        }
      ]
    }
  ],
  "contexts": [
    0
  ],
  "integration_types": [
    0
  ],
  "default_member_permissions": "32"
}
