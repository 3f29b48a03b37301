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
        return ArmError.of("ScopeLocked", call.target(), call.verb().equals("DELETE") ? "delete" : "write",
                lock.scope());
    }

    private static ArmError disallowed(FaultAction.DenyByPolicy deny, Content content, FaultCall call, String found) {
        String policy = deny.policy();
        String name = ResourceId.lastName(call.target());
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
        return ArmError.of("RequestDisallowedByPolicy", name, Json.array().add(identifiers))
                .target(name)
                .additionalInfo("PolicyViolation", info);
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
        return ArmError.of("LinkedAuthorizationFailed", call.client(), call.client(), type(call.target()),
                call.target(), type(linked), linked);
    }

    private static String type(String id) {
        return ResourceId.parse(id).map(ResourceId::type).orElse("Microsoft.Network");
    }
}
