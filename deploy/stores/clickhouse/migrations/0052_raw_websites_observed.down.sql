DROP TABLE websites_observed;
