package io.azureccm.common.boot;

/**
 * The program of an app that watches the nodes and writes nothing.
 *
 * @param remark what the app does not do, as the end of a sentence about the nodes
 */
public record NodeWatchProgram(String remark) implements ControllerProgram {
    @Override
    public Description description() {
        return new Description("Nodes", "nothing: " + remark);
    }

    @Override
    public String noun() {
        return "nodes";
    }

    @Override
    public ControllerLoop open(ControllerPorts ports) {
        return new NodeWatchLoop(ports, remark);
    }
}
