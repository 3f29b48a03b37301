package io.azureccm.e2e.azure.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Optional;

/** The errors with which ARM itself refuses a request, before a resource provider sees it, worded as users report them. */
public final class Denials {
    private Denials() {}

    /** The error of a lock, a policy or a missing right; empty for other actions. */
    public static Optional<ArmError> of(Fault fault, FaultCall call) {
        String found = fault.content().found(call).orElse("");
        return switch (fault.action()) {
            case FaultAction.Lock lock -> Optional.of(locked(lock, call));
            case FaultAction.DenyByPolicy(String policy) -> Optional.of(disallowed(policy, call));
            case FaultAction.DenyLinked deny -> Optional.of(notLinked(call, found));
            default -> Optional.empty();
        };
    }

    private static ArmError locked(FaultAction.Lock lock, FaultCall call) {
        return new ArmError(409, "ScopeLocked", "The scope '" + call.target() + "' cannot perform "
                + (call.verb().equals("DELETE") ? "delete" : "write")
                + " operation because following scope(s) are locked: '" + lock.scope()
                + "'. Please remove the lock and try again.").fromGateway();
    }

    /** Azure names the expressions that applied only to those who may read policies, and controllers may not. */
    private static ArmError disallowed(String policy, FaultCall call) {
        String name = call.target().substring(call.target().lastIndexOf('/') + 1);
        String scope = ResourceId.parse(call.target()).map(id -> "/subscriptions/" + id.subscription()).orElse("");
        String provider = scope + "/providers/Microsoft.Authorization/";
        ObjectNode identifiers = Json.object();
        identifiers.putObject("policyAssignment")
                .put("name", policy)
                .put("id", provider + "policyAssignments/" + policy);
        identifiers.putObject("policyDefinition")
                .put("name", policy)
                .put("id", provider + "policyDefinitions/" + policy);
        ObjectNode info = Json.object()
                .put("policyDefinitionDisplayName", policy)
                .put("policyDefinitionId", provider + "policyDefinitions/" + policy)
                .put("policyDefinitionName", policy)
                .put("policyDefinitionEffect", "deny")
                .put("policyAssignmentId", provider + "policyAssignments/" + policy)
                .put("policyAssignmentName", policy)
                .put("policyAssignmentScope", scope);
        return new ArmError(403, "RequestDisallowedByPolicy", "Resource '" + name
                + "' was disallowed by policy. Policy identifiers: '" + Json.array().add(identifiers) + "'.")
                .target(name)
                .additionalInfo("PolicyViolation", info)
                .fromGateway();
    }

    private static ArmError notLinked(FaultCall call, String linked) {
        return new ArmError(403, "LinkedAuthorizationFailed", "The client '" + call.client() + "' with object id '"
                + call.client() + "' has permission to perform action '" + type(call.target()) + "/write' on scope '"
                + call.target() + "'; however, it does not have permission to perform action(s) '" + type(linked)
                + "/join/action' on the linked scope(s) '" + linked
                + "' (respectively) or the linked scope(s) are invalid.").fromGateway();
    }

    private static String type(String id) {
        return ResourceId.parse(id).map(ResourceId::type).orElse("Microsoft.Network");
    }
}
