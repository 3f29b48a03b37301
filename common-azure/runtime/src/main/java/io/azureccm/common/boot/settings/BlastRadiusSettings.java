package io.azureccm.common.boot.settings;

import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalLimits.Limit;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Blast radius: how much one plan may remove. Removals above a limit are held until they are approved; the rest of the plan
 * is executed. What users delete themselves is not counted.
 *
 * @param frontends   How many load balancer frontends the service-controller may remove with one plan. Unlimited if not set.
 * @param publicIps   How many public IPs the service-controller may delete, or detach from frontends, with one plan.
 *                    Unlimited if not set.
 *
 * @param poolMembers How many members one plan of the service-controller may remove from a backend pool: a number, or a share
 *                    of the pool such as 25%. Unlimited if not set.
 *
 * @param routes      How many routes the route-controller may remove with one plan. Unlimited if not set.
 * @param nodes       How many Nodes the node-controller may delete within ten minutes because their machines no longer exist.
 *                    Unlimited if not set.
 */
@ConfigurationProperties("azureccm.blast-radius")
public record BlastRadiusSettings(Integer frontends, Integer publicIps, @DefaultValue("") String poolMembers,
        Integer routes, Integer nodes) {
    private static final String NUMBER = "a number such as 0 or 10";

    public BlastRadiusSettings {
        InvalidSetting.unless(isCount(frontends), "frontends", frontends, NUMBER);
        InvalidSetting.unless(isCount(publicIps), "public-ips", publicIps, NUMBER);
        InvalidSetting.unless(poolMembers.isEmpty() || Limit.parse(poolMembers).isPresent(), "pool-members",
                poolMembers, "a number such as 0 or 10, or a share from 0% to 100%");
        InvalidSetting.unless(isCount(routes), "routes", routes, NUMBER);
        InvalidSetting.unless(isCount(nodes), "nodes", nodes, NUMBER);
    }

    public RemovalLimits limits() {
        Map<Removal.Kind, Limit> limits = new EnumMap<>(Removal.Kind.class);
        put(limits, Removal.Kind.FRONTEND, frontends);
        put(limits, Removal.Kind.PUBLIC_IP, publicIps);
        Limit.parse(poolMembers).ifPresent(limit -> limits.put(Removal.Kind.POOL_MEMBER, limit));
        put(limits, Removal.Kind.ROUTE, routes);
        put(limits, Removal.Kind.NODE, nodes);
        return new RemovalLimits(limits);
    }

    private static void put(Map<Removal.Kind, Limit> limits, Removal.Kind kind, Integer max) {
        if (max != null)
            limits.put(kind, new Limit(max, false));
    }

    private static boolean isCount(Integer value) {
        return value == null || value >= 0;
    }
}
