package io.azureccm.common.config.load;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.key.TextForm;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import io.azureccm.common.config.value.ConfigProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keys that an app cannot work without. A missing subscription or resource group is an error, since no request can be made
 * without them. A missing key that only some of the work needs is a warning, since the reference starts without it as well.
 */
public final class AppRequirements {

    private final String source;

    private final List<ConfigProblem> problems = new ArrayList<>();

    private AppRequirements(String source) {
        this.source = source;
    }

    /**
     * What is missing for an app with these options, or excluded by them; {@code source} is the name of the config in messages.
     * A config that switches everything off needs nothing else.
     */
    public static List<ConfigProblem> check(ControllerOptions options, CloudConfig config, String source) {
        if (config.loading().cloudProviderDisabled())
            return List.of();
        List<ConfigProblem> problems = new ArrayList<>(check(options.app(), config, source));
        if (!options.work().service().loadBalancerClass().isEmpty() && config.loadBalancer().severalLoadBalancers())
            problems.add(new ConfigProblem(Severity.ERROR, source, "multipleStandardLoadBalancerConfigurations",
                    "is set, but with --load-balancer-class this app cannot tell which nodes another controller puts"
                            + " behind which of them: use a cloud config without it, with another loadBalancerName"));
        if (options.app() == App.SERVICE)
            clusterName(options.clusterName(), config).ifPresent(problems::add);
        return List.copyOf(problems);
    }

    /** The load balancer has the name of the cluster unless the config gives it another. */
    private static Optional<ConfigProblem> clusterName(String name, CloudConfig config) {
        boolean named = !config.loadBalancer().names().loadBalancerName().isEmpty()
                || config.loadBalancer().severalLoadBalancers();
        return named || !name.isEmpty() && TextForm.RESOURCE_NAME.fits(name)
                ? Optional.empty()
                : Optional.of(new ConfigProblem(Severity.ERROR, "command line", "--cluster-name",
                        "value \"" + name + "\" cannot name the load balancer, expected "
                                + TextForm.RESOURCE_NAME.expected()
                                + "; or set loadBalancerName in the cloud config"));
    }

    /** What is missing for the app. */
    public static List<ConfigProblem> check(App app, CloudConfig config, String source) {
        AppRequirements needs = new AppRequirements(source);
        needs.need(Severity.ERROR, "subscriptionId", config.subscriptionId(), "every call to Azure needs it");
        needs.need(Severity.ERROR, "resourceGroup", config.resourceGroup(), "it contains the cluster's resources");
        switch (app) {
            case SERVICE -> {
                needs.need(Severity.WARNING, "location", config.location(), "load balancers and public IPs need it");
                needs.need(Severity.WARNING, "securityGroupName", config.placement().network().securityGroupName(),
                        "no Service can be served without it");
            }
            case ROUTE -> {
                needs.need(Severity.WARNING, "location", config.location(), "creating a route table needs it");
                needs.need(Severity.WARNING, "routeTableName", config.placement().network().routeTableName(),
                        "no route can be written without it");
            }
            case NODE -> {
                // Nodes are looked up by their provider ids, which contain everything else.
            }
        }
        return List.copyOf(needs.problems);
    }

    private void need(Severity severity, String key, String value, String why) {
        if (value.isEmpty()) {
            problems.add(new ConfigProblem(severity, source, key, "is missing: " + why));
        }
    }
}
