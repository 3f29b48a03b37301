package io.azureccm.service.plan;

import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.model.SecurityRuleModel;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What all Services together ask of the security group: their rules in order of age, destinations that stay although nobody
 * asks for them in this pass (of Services that cannot be planned, of other clusters), and the addresses that go, with the
 * Service that had each.
 */
record AccessWishes(List<Wish> wishes, Set<String> keep, Map<String, String> leaving) {
    /** One rule that a Service needs. */
    record Wish(ServiceIntent service, SecurityRuleModel rule) {}
}
