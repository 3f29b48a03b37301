package io.azureccm.common.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The only way to ARM: resources go in and out as whole JSON trees, so that properties this suite does not know survive.
 * Long-running operations have ended when a method returns. Every failure is an {@link ArmException}. The api-version of each
 * type is chosen inside. Calls block; use virtual threads.
 */
public interface ArmGateway {
    /** Empty when the resource (or its resource group) does not exist. */
    Optional<ObjectNode> get(ArmId id, Map<String, String> query);

    default Optional<ObjectNode> get(ArmId id) {
        return get(id, Map.of());
    }

    /** All pages of a collection; empty when the resource group or the parent does not exist. */
    List<ObjectNode> list(ArmId collection, Map<String, String> query);

    default List<ObjectNode> list(ArmId collection) {
        return list(collection, Map.of());
    }

    /**
     * Creates or replaces a resource and waits for the end. {@code ifMatch} "" sends no If-Match. Returns the resource as ARM
     * last showed it without spending an extra read: after a long-running write that is the body of the first answer, whose
     * server-filled fields (an address, the final etag) may be missing; {@link PutResult#isFinal()} tells.
     */
    PutResult put(ArmId id, ObjectNode body, String ifMatch);

    /** True when the resource was there, false when it was already gone. */
    boolean delete(ArmId id, String ifMatch);

    /** POST of an action below a resource, for example {@code migrateToIpBased}; waits for the end. */
    Optional<JsonNode> post(ArmId id, String action, JsonNode body);

    /**
     * What a PUT left, empty when no answer showed the resource; {@code isFinal} is false when the body was printed before the
     * long-running operation had ended.
     */
    record PutResult(Optional<ObjectNode> body, boolean isFinal) {}
}
