package io.azureccm.common.boot.settings;

import io.azureccm.common.core.removal.Removal;
import io.azureccm.common.core.removal.RemovalLimits;
import io.azureccm.common.core.removal.RemovalLimits.Limit;
import java.util.EnumMap;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Blast radius: how much one plan may take away. What is above a limit is held until it is approved; all else of the plan goes on. What
 * users delete themselves is not counted.
 *
 * @param frontends   How many frontends of load balancers the service-controller may remove with one plan. Without it there is no limit.
 * @param publicIps   How many public IPs the service-controller may delete, or take from frontends, with one plan. Without it there is no
 *                    limit.
 * @param poolMembers How many members one plan of the service-controller may take out of a pool: a number, or a share of the pool such as
 *                    25%. Without it there is no limit.
 * @param routes      How many routes the route-controller may remove with one plan. Without it there is no limit.
 * @param nodes       How many Nodes the node-controller may delete within ten minutes, because their machines are gone. Without it there is
 *                    no limit.
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

    private static void put(Map<Removal.Kind, Limit> limits, Removal.Kind kind, Integer most) {
        if (most != null)
            limits.put(kind, new Limit(most, false));
    }

    private static boolean isCount(Integer value) {
        return value == null || value >= 0;
    }
}
