package io.azureccm.e2e.suite.rights;

import io.azureccm.e2e.cluster.api.call.RequestLog;
import java.util.Comparator;
import java.util.List;

/**
 * A verb on a resource of an API group. {@code name} is "" unless the resource is a lease, a secret or a config map, where roles name
 * the objects; a request to create carries no name that a role could restrict.
 */
record KubernetesRight(String group, String resource, String verb, String name) implements Comparable<KubernetesRight> {
    private static final Comparator<KubernetesRight> ORDER = Comparator.comparing(KubernetesRight::group)
            .thenComparing(KubernetesRight::resource)
            .thenComparing(KubernetesRight::verb)
            .thenComparing(KubernetesRight::name);

    static KubernetesRight of(RequestLog.Entry request) {
        boolean named = List.of("leases", "secrets", "configmaps").contains(request.resource())
                && !request.verb().equals("create");
        return new KubernetesRight(request.group(), request.resource(), request.verb(), named ? request.name() : "");
    }

    @Override
    public int compareTo(KubernetesRight other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return verb + " " + resource + (group.isEmpty() ? "" : "." + group) + (name.isEmpty() ? "" : " " + name);
    }
}
