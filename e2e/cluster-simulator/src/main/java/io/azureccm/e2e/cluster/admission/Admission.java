package io.azureccm.e2e.cluster.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.admission.AdmissionPolicy.Failure;
import io.azureccm.e2e.cluster.admission.AdmissionPolicy.Review;
import io.azureccm.e2e.cluster.admission.RequestMatch.Written;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.store.ObjectKey;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Applies the stored and bound admission policies to creates and updates, like a kube-apiserver does. */
public final class Admission {
    public static final String POLICIES = "validatingadmissionpolicies.admissionregistration.k8s.io";
    public static final String BINDINGS = "validatingadmissionpolicybindings.admissionregistration.k8s.io";
    private final ObjectStore store;
    /** By UID and revision of the policy. */
    private final Map<String, AdmissionPolicy> compiled = new ConcurrentHashMap<>();

    private final Function<HttpRequest, Caller> callers;

    /** {@code callers} knows who sent a request. */
    public Admission(ObjectStore store, Function<HttpRequest, Caller> callers) {
        this.store = store;
        this.callers = callers;
    }

    /** Adds to the warnings of the request, or throws; {@code old} is null for a new object. */
    public void review(ResourceCall call, ObjectNode object, ObjectNode old) {
        Collection<ObjectNode> bindings = store.list(BINDINGS, "", 0).objects().values();
        if (bindings.isEmpty() || call.type().group().equals("admissionregistration.k8s.io"))
            return;
        ObjectNode namespace = store.get(new ObjectKey("namespaces", "", call.namespace())).orElseGet(Json::object);
        Written written = new Written(old == null ? "CREATE" : "UPDATE", call.type().group(), call.type().version(),
                call.resource(), call.name(), object, namespace);
        Review review = new Review(object, old, request(call, written), namespace);
        List<ApiError> denials = new ArrayList<>();
        for (ObjectNode binding : bindings)
            policy(binding, written).ifPresent(policy -> policy.failures(review)
                    .forEach(failure -> act(call, binding, failure, denials)));
        if (!denials.isEmpty())
            throw denials.getFirst();
    }

    /** The policy of a binding, if both match the request. */
    private Optional<AdmissionPolicy> policy(ObjectNode binding, Written written) {
        return store.get(new ObjectKey(POLICIES, "", Json.text(binding, "spec", "policyName")))
                .filter(policy -> new RequestMatch(policy.at("/spec/matchConstraints")).covers(written)
                        && new RequestMatch(binding.at("/spec/matchResources")).covers(written))
                .map(policy -> compiled.computeIfAbsent(Json.text(policy, "metadata", "uid") + " "
                        + Json.text(policy, "metadata", "resourceVersion"),
                        revision -> AdmissionPolicy.compile(policy)));
    }

    private static void act(ResourceCall call, JsonNode binding, Failure failure, List<ApiError> denials) {
        String of = "ValidatingAdmissionPolicy '" + Json.text(binding, "spec", "policyName") + "' with binding '"
                + Json.text(binding, "metadata", "name") + "'";
        for (String action : Json.texts(binding, "spec", "validationActions")) {
            switch (action) {
                case "Deny" -> denials.add(ApiError.denied(call.type(), call.name(), failure.reason(),
                        of + " denied request: " + failure.message()));
                case "Warn" -> call.http().warnings().add("Validation failed for " + of + ": " + failure.message());
                default -> {
                    // The audit log is not simulated.
                }
            }
        }
    }

    private ObjectNode request(ResourceCall call, Written written) {
        ObjectNode request = Json.object().put("operation", written.operation()).put("name", call.name());
        request.put("namespace", call.namespace()).put("subResource", call.sub()).put("dryRun", call.dryRun());
        request.putObject("resource")
                .put("group", call.type().group())
                .put("version", call.type().version())
                .put("resource", call.type().plural());
        request.putObject("kind")
                .put("group", call.type().group())
                .put("version", call.type().version())
                .put("kind", call.type().kind());
        request.set("userInfo", callers.apply(call.http()).userInfo());
        return request;
    }
}
