package io.azureccm.route;

import io.azureccm.common.boot.ControllerApp;
import io.azureccm.common.boot.ControllerLauncher;
import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.NodeWatchLoop;
import io.azureccm.common.config.flags.App;
import org.springframework.context.annotation.Bean;

/**
 * The route controller as a Spring Boot app. It watches the nodes and competes for the lease
 * {@code kube-system/azure-route-controller}; it writes nothing.
 */
@ControllerApp
public class RouteControllerApplication {
    private static final String REMARK = "this release watches them and writes no routes";

    public static void main(String[] args) {
        ControllerLauncher.main(App.ROUTE, RouteControllerApplication.class, args);
    }

    @Bean
    ControllerProgram routeProgram() {
        return new ControllerProgram() {
            @Override
            public Description description() {
                return new Description("Nodes", "nothing: " + REMARK);
            }

            @Override
            public String noun() {
                return "nodes";
            }

            @Override
            public ControllerLoop open(ControllerPorts ports) {
                return new NodeWatchLoop(ports, REMARK);
            }
        };
    }
}
