package io.azureccm.service.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.context.ClusterState;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Keeps back the Services whose public IPs are in a resource group that may not be read: nothing can be decided for them. One
 * that is being deleted goes all the same; its user hears that something may be left.
 */
public final class UnreadableGroups {
    private UnreadableGroups() {}

    /** {@code groups}: why each could not be read, by name in lower case. */
    public static ClusterState without(ClusterState clusterState, Map<String, String> groups) {
        if (groups.isEmpty())
            return clusterState;
        List<ServiceSpec> services = clusterState.services()
                .stream()
                .map(service -> readable(service, groups))
                .toList();
        return new ClusterState(services, clusterState.nodes(), clusterState.departedMachines(),
                clusterState.changed());
    }

    private static ServiceSpec readable(ServiceSpec service, Map<String, String> groups) {
        String group = service.address().publicIpResourceGroup();
        String problem = groups.get(group.toLowerCase(Locale.ROOT));
        if (problem == null || service.address().internal())
            return service;
        String message = "the public IPs of resource group " + group + " cannot be read: " + problem;
        return service.wanted()
                ? service.stoppedAt(Stage.ADDRESS, new Refusal("PublicIPsUnreadable", service.subject(), message))
                : service.noting(Notice.warning(Notice.Source.AZURE, "PublicIPsUnreadable",
                        message + "; a public IP of this Service there would stay"));
    }
}
