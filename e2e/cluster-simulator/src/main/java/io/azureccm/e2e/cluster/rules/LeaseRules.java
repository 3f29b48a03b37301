package io.azureccm.e2e.cluster.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.azureccm.e2e.cluster.json.Json;

/** Leases: durations are positive, transitions are not negative. */
final class LeaseRules implements KindRules {
    @Override
    public void fillDefaults(ObjectNode lease) {
        Json.ensure(lease, "spec");
    }

    @Override
    public void validate(ObjectNode lease, ObjectNode old, FieldErrors errors) {
        JsonNode duration = Json.at(lease, "spec", "leaseDurationSeconds");
        if (duration != null && duration.asInt() <= 0)
            errors.invalid("spec.leaseDurationSeconds", duration.asInt(), "must be greater than 0");
        JsonNode transitions = Json.at(lease, "spec", "leaseTransitions");
        if (transitions != null && transitions.asInt() < 0)
            errors.invalid("spec.leaseTransitions", transitions.asInt(), "must be greater than or equal to 0");
    }
}
