package io.azureccm.service.plan;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Stops the Services whose public IPs are in a resource group that may not be read, because nothing can be decided for them. A Service that
 * is being deleted is removed anyway; its user is notified that resources may remain.
 */
public final class UnreadableGroups {
    private UnreadableGroups() {}

    /** {@code groups}: why each could not be read, by name in lower case. */
    public static ServiceDecisions without(ServiceDecisions services, Map<String, String> groups) {
        Map<String, Refusal> refusals = new HashMap<>();
        Map<String, List<Notice>> notices = new HashMap<>();
        for (ServiceSpec service : services.all()) {
            String group = service.address().publicIpResourceGroup();
            String problem = groups.get(group.toLowerCase(Locale.ROOT));
            if (problem == null || service.address().internal())
                continue;
            String message = "the public IPs of resource group " + group + " cannot be read: " + problem;
            if (service.wanted())
                refusals.put(service.uid(), new Refusal("PublicIPsUnreadable", service.subject(), message));
            else
                notices.put(service.uid(), List.of(Notice.warning(Notice.Source.AZURE, "PublicIPsUnreadable",
                        message + "; a public IP of this Service in that group would not be deleted")));
        }
        return services.refusing(Stage.ADDRESS, refusals).noting(notices);
    }
}
