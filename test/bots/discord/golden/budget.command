{
  "type": 1,
  "name": "budget",
  "description": "See and set this server's credit budget",
  "options": [
    {
      "type": 1,
      "name": "show",
      "description": "What may be spent, what is spent, what is left",
      "options": []
    },
    {
      "type": 1,
      "name": "limit",
      "description": "Set how many credits this server may spend",
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
