ALTER TABLE layers_assessed
    DROP COLUMN floor;
