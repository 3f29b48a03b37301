package io.azureccm.common.config.load;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys an app cannot do its work without. Without subscription and resource group nothing can be asked for, which is an
 * error; what only some of the work needs is a warning, since the reference starts without it too.
 */
public final class AppRequirements {

    private final String source;

    private final List<ConfigProblem> problems = new ArrayList<>();

    private AppRequirements(String source) {
        this.source = source;
    }

    /** What is missing for the app; the source is how messages name the config. */
    public static List<ConfigProblem> check(App app, CloudConfig config, String source) {
        AppRequirements needs = new AppRequirements(source);
        needs.need(Severity.ERROR, "subscriptionId", config.subscriptionId(), "every call to Azure needs it");
        needs.need(Severity.ERROR, "resourceGroup", config.resourceGroup(), "it is where the cluster's resources are");
        switch (app) {
            case SERVICE -> {
                needs.need(Severity.WARNING, "location", config.location(), "load balancers and public IPs need it");
                needs.need(Severity.WARNING, "securityGroupName", config.placement().network().securityGroupName(),
                        "no Service can be served without it");
            }
            case ROUTE -> {
                needs.need(Severity.WARNING, "location", config.location(), "a new route table needs it");
                needs.need(Severity.WARNING, "routeTableName", config.placement().network().routeTableName(),
                        "no route can be written without it");
            }
            case NODE -> {
                // Nodes are looked up by their provider ids, which name everything else.
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
