package io.azureccm.common.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.util.Optional;

/** A gateway for what must not write: an attempt is a defect of the caller, and an {@link IllegalStateException}. */
public interface ReadOnlyGateway extends ArmGateway {
    @Override
    default PutResult put(ArmId id, ObjectNode body, String ifMatch) {
        throw refused("PUT", id);
    }

    @Override
    default boolean delete(ArmId id, String ifMatch) {
        throw refused("DELETE", id);
    }

    @Override
    default Optional<JsonNode> post(ArmId id, String action, JsonNode body) {
        throw refused("POST", id);
    }

    private static IllegalStateException refused(String verb, ArmId id) {
        return new IllegalStateException(verb + " of " + id + ": this program only reads");
    }
}
