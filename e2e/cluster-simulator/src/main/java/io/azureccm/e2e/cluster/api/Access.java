package io.azureccm.e2e.cluster.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.api.call.ApiError;
import io.azureccm.e2e.cluster.api.call.Caller;
import io.azureccm.e2e.cluster.api.call.ResourceCall;
import io.azureccm.e2e.cluster.http.HttpRequest;
import io.azureccm.e2e.cluster.json.Json;
import io.azureccm.e2e.cluster.store.ObjectKey;
import io.azureccm.e2e.cluster.store.ObjectStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Authentication and authorisation. Requests without token and certificate come from the administrator, like on a local
 * port; an unknown token or certificate causes a 401. Other users are authorised by the stored RBAC rules.
 */
public final class Access {
    private final Map<String, Caller> tokens = new ConcurrentHashMap<>();
    private final Map<X509Certificate, Caller> certificates = new ConcurrentHashMap<>();
    private final RbacRules rbac;
    private final ObjectStore store;

    Access(ObjectStore store) {
        this.store = store;
        this.rbac = new RbacRules(store);
    }

    /** Registers a token. */
    public void addToken(String token, Caller caller) {
        tokens.put(token, caller);
    }

    /** Revokes a token: requests with it get 401 from now on. */
    public void revoke(String token) {
        tokens.remove(token);
    }

    /** Registers a client certificate. */
    public void addCertificate(X509Certificate certificate, Caller caller) {
        certificates.put(certificate, caller);
    }

    /** Revokes a client certificate: requests with it get 401 from now on. */
    public void revoke(X509Certificate certificate) {
        certificates.remove(certificate);
    }

    /** A new token of a service account, which need not exist; its requests are authorised by RBAC rules. */
    public String serviceAccountToken(String namespace, String name) {
        return token(namespace, name, serviceAccount(namespace, name));
    }

    /** The same, bound to a pod of this service account, as the kubelet requests it for the pod. */
    public String podToken(String namespace, String name, String pod) {
        ObjectNode found = store.get(new ObjectKey("pods", namespace, pod))
                .filter(each -> Json.text(each, "spec", "serviceAccountName").equals(name))
                .orElseThrow(() -> ApiError.of(404, "NotFound", "pods \"" + pod + "\" of service account \"" + name
                        + "\" not found"));
        return token(namespace, name, serviceAccount(namespace, name).boundTo(found));
    }

    private String token(String namespace, String name, Caller caller) {
        String token = "sa-" + namespace + "-" + name + "-" + UUID.randomUUID();
        addToken(token, caller);
        return token;
    }

    private Caller serviceAccount(String namespace, String name) {
        String uid = store.get(new ObjectKey("serviceaccounts", namespace, name))
                .map(account -> account.at("/metadata/uid").asText())
                .orElse("");
        return Caller.serviceAccount(namespace, name, uid);
    }

    Caller authenticate(HttpRequest http) {
        Caller caller = http.certificate()
                .map(certificates::get)
                .or(() -> ofHeader(http.header("authorization")))
                .or(() -> anonymous(http))
                .orElseThrow(ApiError::unauthorized);
        String wanted = http.header("impersonate-user");
        return wanted.isEmpty() ? caller : impersonate(caller, wanted, http.header("impersonate-group"));
    }

    private Optional<Caller> ofHeader(String header) {
        return header.startsWith("Bearer ") ? ofToken(header.substring("Bearer ".length()).strip()) : Optional.empty();
    }

    private static Optional<Caller> anonymous(HttpRequest http) {
        return http.certificate().isEmpty() && http.header("authorization").isEmpty()
                ? Optional.of(Caller.ADMIN)
                : Optional.empty();
    }

    /** {@code kubectl --as}: only the administrator may impersonate others. */
    private static Caller impersonate(Caller caller, String user, String groups) {
        if (!caller.groups().contains("system:masters"))
            throw ApiError.of(403, "Forbidden", "users \"" + user + "\" is forbidden: User \"" + caller.user()
                    + "\" cannot impersonate resource \"users\" in API group \"\" at the cluster scope");
        String[] parts = user.split(":");
        if (user.startsWith("system:serviceaccount:") && parts.length == 4)
            return Caller.serviceAccount(parts[2], parts[3], "");
        List<String> all = new ArrayList<>(List.of("system:authenticated"));
        if (!groups.isEmpty())
            all.addAll(List.of(groups.split(",")));
        return new Caller(user, "", all);
    }

    Optional<Caller> ofToken(String token) {
        return Optional.ofNullable(tokens.get(token));
    }

    void authorize(Caller caller, ResourceCall call) {
        var wish = new RbacRules.Wish(call.verb(), call.type().group(), call.resource(), call.namespace(),
                call.objectName());
        // Every user may query its own permissions.
        boolean own = call.verb().equals("create") && call.type().plural().startsWith("selfsubject");
        if (!own && !rbac.allows(caller, wish)) {
            String scope = call.namespace().isEmpty()
                    ? " at the cluster scope"
                    : " in the namespace \"" + call.namespace() + "\"";
            throw ApiError.forbidden(call.type(), call.name(),
                    "User \"" + caller.user() + "\" cannot " + call.verb() + " resource \""
                            + call.resource() + "\" in API group \"" + call.type().group() + "\"" + scope);
        }
    }

    RbacRules rbac() {
        return rbac;
    }
}
