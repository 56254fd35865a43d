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
          "description": "Whose figures to show; all together, if left out",
          "required": false,
          "type": 6
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
              "name": "Every week (from Monday)",
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
          "name": "zone",
          "description": "By whose calendar it starts anew, such as Europe/Berlin; as before, if left out",
          "required": false,
          "type": 3,
          "max_length": 64
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
          "description": "Who looks after the budget",
          "required": true,
          "type": 6
        },
        {
          "name": "allowed",
          "description": "Whether this member may from now on",
          "required": true,
          "type": 5
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
