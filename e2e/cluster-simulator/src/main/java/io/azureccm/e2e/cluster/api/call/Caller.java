package io.azureccm.e2e.cluster.api.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.cluster.json.Json;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sender of a request; {@code extra} is what the authenticator knows besides, such as the node of the pod that a token is bound to. */
public record Caller(String user, String uid, List<String> groups, Map<String, List<String>> extra) {
    /** The user who may do everything; also used for requests without a token. */
    public static final Caller ADMIN = new Caller("system:admin", "",
            List.of("system:masters", "system:authenticated"));

    public Caller {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    public Caller(String user, String uid, List<String> groups) {
        this(user, uid, groups, Map.of());
    }

    public static Caller serviceAccount(String namespace, String name, String uid) {
        return new Caller("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"));
    }

    /** The same user with a token that is bound to this pod. */
    public Caller boundTo(ObjectNode pod) {
        String prefix = "authentication.kubernetes.io/";
        Map<String, List<String>> bound = new TreeMap<>(extra);
        bound.put(prefix + "pod-name", List.of(Json.text(pod, "metadata", "name")));
        bound.put(prefix + "pod-uid", List.of(Json.text(pod, "metadata", "uid")));
        if (!Json.isEmpty(pod, "spec", "nodeName"))
            bound.put(prefix + "node-name", List.of(Json.text(pod, "spec", "nodeName")));
        return new Caller(user, uid, groups, bound);
    }

    /** As reviews and admission policies show it; fields without a value are absent. */
    public ObjectNode userInfo() {
        ObjectNode info = Json.object().put("username", user);
        if (!uid.isEmpty())
            info.put("uid", uid);
        info.set("groups", Json.strings(groups));
        if (!extra.isEmpty()) {
            ObjectNode more = info.putObject("extra");
            extra.forEach((key, values) -> more.set(key, Json.strings(values)));
        }
        return info;
    }
}
