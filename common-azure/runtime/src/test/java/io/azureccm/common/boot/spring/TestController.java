package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.ControllerProgram.Description;
import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.NodeWatchLoop;
import org.springframework.context.annotation.Bean;

/** A controller that watches nodes and does nothing, as an app declares it. */
@ControllerApp
public class TestController {
    @Bean
    ControllerProgram program() {
        return new ControllerProgram("nodes", options -> new Description("Nodes", "nothing: watched"),
                ports -> new NodeWatchLoop(ports, "watched"));
    }
}
