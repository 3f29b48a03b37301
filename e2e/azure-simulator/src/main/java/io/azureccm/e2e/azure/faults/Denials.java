package io.azureccm.e2e.azure.faults;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.wire.ArmError;
import io.azureccm.e2e.azure.wire.Json;
import java.util.Optional;
import java.util.regex.Pattern;

/** The errors with which ARM itself refuses a request, before a resource provider sees it, worded as users report them. */
public final class Denials {
    private Denials() {}

    /** The error of a lock, a policy or a missing right; empty for other actions. */
    public static Optional<ArmError> of(Fault fault, FaultCall call) {
        String found = fault.content().found(call).orElse("");
        return switch (fault.action()) {
            case FaultAction.Lock lock -> Optional.of(locked(lock, call));
            case FaultAction.DenyByPolicy deny -> Optional.of(disallowed(deny, fault.content(), call, found));
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

    private static ArmError disallowed(FaultAction.DenyByPolicy deny, Content content, FaultCall call, String found) {
        String policy = deny.policy();
        String name = call.target().substring(call.target().lastIndexOf('/') + 1);
        String scope = ResourceId.parse(call.target()).map(id -> "/subscriptions/" + id.subscription()).orElse("");
        String assignment = scope + "/providers/Microsoft.Authorization/policyAssignments/" + policy;
        String definition = scope + "/providers/Microsoft.Authorization/policyDefinitions/" + policy;
        ObjectNode identifiers = Json.object();
        identifiers.putObject("policyAssignment").put("name", policy).put("id", assignment);
        identifiers.putObject("policyDefinition").put("name", policy).put("id", definition);
        ObjectNode info = Json.object().put("policyDefinitionDisplayName", policy);
        if (deny.explained() && content instanceof Content.Value(String path, Pattern pattern))
            info.putObject("evaluationDetails")
                    .putArray("evaluatedExpressions")
                    .add(evaluated(path, pattern.pattern(), found));
        info.put("policyDefinitionId", definition)
                .put("policyDefinitionName", policy)
                .put("policyDefinitionEffect", "deny")
                .put("policyAssignmentId", assignment)
                .put("policyAssignmentName", policy)
                .put("policyAssignmentScope", scope);
        return new ArmError(403, "RequestDisallowedByPolicy", "Resource '" + name
                + "' was disallowed by policy. Policy identifiers: '" + Json.array().add(identifiers) + "'.")
                .target(name)
                .additionalInfo("PolicyViolation", info)
                .fromGateway();
    }

    /** Shown only to clients that may read policies. */
    private static ObjectNode evaluated(String path, String target, String value) {
        String field = path.substring(1).replace("/*", "[*]").replace('/', '.');
        return Json.object()
                .put("result", "True")
                .put("expressionKind", "Field")
                .put("expression", field)
                .put("path", field)
                .put("expressionValue", value)
                .put("targetValue", target)
                .put("operator", "Match");
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
