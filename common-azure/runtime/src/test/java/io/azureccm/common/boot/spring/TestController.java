package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.ControllerPorts;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.NodeWatchLoop;
import io.azureccm.common.config.options.ControllerOptions;
import org.springframework.context.annotation.Bean;

/** A controller that watches nodes and does nothing, as an app declares it. */
@ControllerApp
public class TestController {
    @Bean
    ControllerProgram program() {
        return new ControllerProgram() {
            @Override
            public Description description(ControllerOptions options) {
                return new Description("Nodes", "nothing: watched");
            }

            @Override
            public String noun() {
                return "nodes";
            }

            @Override
            public ControllerLoop open(ControllerPorts ports) {
                return new NodeWatchLoop(ports, "watched");
            }
        };
    }
}
