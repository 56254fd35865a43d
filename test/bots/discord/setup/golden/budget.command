{
  "type": 1,
  "name": "budget",
  "description": "See and set the credit budget",
  "options": [
    {
      "type": 1,
      "name": "show",
      "description": "What may be spent, what is spent, what is left",
      "options": [
        {
          "name": "member",
          "description": "Whose share; the budget of all, if nobody is named",
          "required": false,
          "type": 6
        },
        {
          "name": "channel",
          "description": "Which channel's share, instead of a member's",
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
          "description": "Which group's share, all its members together",
          "required": false,
          "type": 8
        }
      ]
    },
    {
      "type": 1,
      "name": "limit",
      "description": "Set how many credits may be spent here",
      "options": [
        {
          "name": "credits",
          "description": "How many credits may be spent, such as 10 or 2.50",
          "required": true,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "period",
          "description": "How often the budget starts anew; as before, or every month at first",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Every day",
              "value": "day"
            },
            {
              "name": "Every week",
              "value": "week"
            },
            {
              "name": "Every month",
              "value": "month"
            },
            {
              "name": "Once, never again by itself",
              "value": "once"
            }
          ]
        },
        {
          "name": "week_start",
          "description": "On which day a week begins; as before, or on Monday at first",
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
          "description": "By whose calendar it starts anew, such as Europe/Berlin; as before, if left out",
          "required": false,
          "type": 3,
          "max_length": 64
        },
        {
          "name": "reason",
          "description": "Why; it stands in the journal",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "give",
      "description": "Give credits on top, until it starts anew",
      "options": [
        {
          "name": "credits",
          "description": "How many credits more",
          "required": true,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "member",
          "description": "Whose share; the budget of all, if nobody is named",
          "required": false,
          "type": 6
        },
        {
          "name": "channel",
          "description": "Which channel's share, instead of a member's",
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
          "description": "Which group's share, all its members together",
          "required": false,
          "type": 8
        },
        {
          "name": "reason",
          "description": "Why; it stands in the journal",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "take",
      "description": "Take credits away, until it starts anew",
      "options": [
        {
          "name": "credits",
          "description": "How many credits less",
          "required": true,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "member",
          "description": "Whose share; the budget of all, if nobody is named",
          "required": false,
          "type": 6
        },
        {
          "name": "channel",
          "description": "Which channel's share, instead of a member's",
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
          "description": "Which group's share, all its members together",
          "required": false,
          "type": 8
        },
        {
          "name": "reason",
          "description": "Why; it stands in the journal",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "member",
      "description": "Set how much of it a member may use",
      "options": [
        {
          "name": "member",
          "description": "Who is limited; every member, if left out",
          "required": false,
          "type": 6
        },
        {
          "name": "credits",
          "description": "How many credits they may use",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "lift",
          "description": "Take the limit away instead of setting one",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Why; it stands in the journal",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "channel",
      "description": "Set how much of it may be used in a channel",
      "options": [
        {
          "name": "channel",
          "description": "Which channel is limited; every channel, if left out",
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
          "description": "How many credits may be used there",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "lift",
          "description": "Take the limit away instead of setting one",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Why; it stands in the journal",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "group",
      "description": "Set how much of it a group may use",
      "options": [
        {
          "name": "group",
          "description": "Which group is limited",
          "required": true,
          "type": 8
        },
        {
          "name": "credits",
          "description": "How many credits it may use",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "share",
          "description": "For all its members together, or for each of them; together, if left out",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "All its members together",
              "value": "together"
            },
            {
              "name": "Each of its members",
              "value": "each"
            }
          ]
        },
        {
          "name": "lift",
          "description": "Take the limit away instead of setting one",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Why; it stands in the journal",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "manager",
      "description": "Name who else may look after the budget",
      "options": [
        {
          "name": "member",
          "description": "Who looks after the budget, and may do with others' results what admins may",
          "required": true,
          "type": 6
        },
        {
          "name": "remove",
          "description": "Whether to take that right back instead",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Why; it stands in the journal",
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
          "description": "Lift the block instead",
          "required": false,
          "type": 5
        },
        {
          "name": "reason",
          "description": "Why; it stands in the journal",
          "required": false,
          "type": 3,
          "max_length": 200
        }
      ]
    },
    {
      "type": 1,
      "name": "log",
      "description": "Who changed the budget, when and why",
      "options": []
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
