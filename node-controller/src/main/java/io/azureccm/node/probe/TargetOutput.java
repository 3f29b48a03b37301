package io.azureccm.node.probe;

import java.io.IOException;
import java.io.OutputStream;

/** Takes a request on its way to the target. A target that does not want all of it may have answered all the same, so that no failure is told. */
final class TargetOutput extends OutputStream {
    private final OutputStream out;
    private boolean refused;

    TargetOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int value) {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        if (refused)
            return;
        try {
            out.write(bytes, from, count);
        } catch (IOException gone) {
            refused = true;
        }
    }
}
