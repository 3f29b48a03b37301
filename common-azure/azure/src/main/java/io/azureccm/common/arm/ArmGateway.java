package io.azureccm.common.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The only access to ARM. Resources are passed as whole JSON trees, so that unknown properties are preserved. Long-running
 * operations have completed when a method returns. Every failure is an {@link ArmException}. The implementation selects the
 * api-version of each type. Calls block; use virtual threads.
 */
public interface ArmGateway {
    /** Empty if the resource (or its resource group) does not exist; {@link ArmException.Kind#UNREADABLE} if it cannot be read. */
    Optional<ObjectNode> get(ArmId id, Map<String, String> query);

    default Optional<ObjectNode> get(ArmId id) {
        return get(id, Map.of());
    }

    /** The resource as a list of one or none, which names it if it cannot be read. */
    default ArmList listOf(ArmId id, Map<String, String> query) {
        try {
            return ArmList.of(get(id, query).stream().toList());
        } catch (ArmException failure) {
            return new ArmList(List.of(), List.of(failure.unreadable().orElseThrow(() -> failure)));
        }
    }

    /** All pages of a collection; empty if the resource group or the parent does not exist. */
    ArmList list(ArmId collection, Map<String, String> query);

    default ArmList list(ArmId collection) {
        return list(collection, Map.of());
    }

    /**
     * Creates or replaces a resource and waits for the operation to complete. {@code ifMatch} "" sends no If-Match. Returns
     * the resource as ARM last showed it, without an extra read: after a long-running write that is the body of the first
     * response, in which server-filled fields (an address, the final etag) may be missing; see {@link PutResult#isFinal()}.
     */
    PutResult put(ArmId id, ObjectNode body, String ifMatch);

    /** True if the resource existed, false if it was already gone. */
    boolean delete(ArmId id, String ifMatch);

    /** POST of an action below a resource, for example {@code migrateToIpBased}; waits for the operation to complete. */
    Optional<JsonNode> post(ArmId id, String action, JsonNode body);

    /**
     * The resource after a PUT, empty if no response contained it; {@code isFinal} is false if the body was sent before the
     * long-running operation had completed.
     */
    record PutResult(Optional<ObjectNode> body, boolean isFinal) {}
}
